// Parses a body of server-sent events: the data of each, as JSON.
//
// The SDK's reader accepts a truncated event and doesn't report whether the final `[DONE]` came.
// Either makes a truncated response look complete. Source:
// https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream

import { expectJson } from "@ptc/llm/adapter";

/** The data of an event, or `done` for the `[DONE]` after the last one. */
export type StreamData = { readonly value: unknown } | "done";

/** Parses chunks of the body, and yields the events that they complete. */
export class EventParser {
  private readonly decoder = new TextDecoder();
  /** The current incomplete line. */
  private line = "";
  private data: string[] = [];

  /** @throws ShapeError if the data of an event isn't JSON */
  *push(bytes: Uint8Array): Generator<StreamData> {
    const text = this.decoder.decode(bytes, { stream: true });
    const lines = text.split("\n");
    for (const [index, part] of lines.entries()) {
      if (index === 0) this.line += part;
      else {
        yield* this.endLine();
        this.line = part;
      }
    }
  }

  /** An event without its final empty line counts if it is complete; a truncated one doesn't. */
  *end(): Generator<StreamData> {
    try {
      yield* this.endLine();
      yield* this.endEvent();
    } catch {
      // The event was truncated.
    }
  }

  private *endLine(): Generator<StreamData> {
    const line = this.line.endsWith("\r") ? this.line.slice(0, -1) : this.line;
    this.line = "";
    if (line === "") yield* this.endEvent();
    if (line.startsWith("data:")) this.data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
  }

  private *endEvent(): Generator<StreamData> {
    const data = this.data.join("\n");
    const isEmpty = this.data.length === 0;
    this.data = [];
    if (isEmpty || data.trim() === "") return;
    yield data.trim() === "[DONE]" ? "done" : { value: expectJson(data, "an event") };
  }
}
