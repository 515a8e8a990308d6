// A provider in this example: its model, and how its API streams a tool call.

import type { LanguageModel } from "@ptc/llm";

export interface Provider {
  /** Returns the model, with a server at the given URL. */
  readonly model: (baseUrl: string) => LanguageModel;
  readonly contentType: string;
  /** Returns the stream of a response that calls the tool `name`. */
  readonly events: (name: string, input: object) => readonly string[];
}

/** Returns an event of a stream of server-sent events. */
export function serverSent(event: { readonly type: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
