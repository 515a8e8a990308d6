// What this example needs of a provider: its model, and how its API streams a call of a tool.

import type { LanguageModel } from "@ptc/llm";

export interface Provider {
  /** The model, at a server of another address. */
  readonly model: (baseUrl: string) => LanguageModel;
  readonly contentType: string;
  /** The stream of an answer that calls the tool `name`. */
  readonly events: (name: string, input: object) => readonly string[];
}

/** An event of a stream of server-sent events. */
export function serverSent(event: { readonly type: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
