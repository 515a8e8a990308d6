// Reads a body of server-sent events: the data of each, as JSON.
//
// The SDK's own reader takes an event that was cut for a whole one, and does not tell whether the
// closing `[DONE]` came. Without both, a cut answer looks like a whole one.
// Source: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream

import { expectJson, ShapeError } from "@ptc/llm/adapter";

/** The data of an event, or `done` for the `[DONE]` after the last. */
export type StreamData = { readonly value: unknown } | "done";

/** Of one event, in UTF-16 units: far more than any answer has. */
const longestEvent = 20_000_000;

/** Takes pieces of the body as they come, and gives the events that they complete. */
export class EventParser {
  private readonly decoder = new TextDecoder();
  /** A line that has begun. */
  private line = "";
  private data: string[] = [];
  private size = 0;

  /** @throws ShapeError where the data of an event is no JSON. */
  *push(bytes: Uint8Array): Generator<StreamData> {
    const text = this.decoder.decode(bytes, { stream: true });
    const lines = text.split("\n");
    this.grow(text.length);
    for (const [index, part] of lines.entries()) {
      if (index === 0) this.line += part;
      else {
        yield* this.endLine();
        this.line = part;
      }
    }
  }

  /** An event without its empty line counts when it is whole; one that was cut does not. */
  *end(): Generator<StreamData> {
    try {
      yield* this.endLine();
      yield* this.endEvent();
    } catch {
      // It was cut.
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
    this.size = 0;
    if (isEmpty || data.trim() === "") return;
    yield data.trim() === "[DONE]" ? "done" : { value: expectJson(data, "an event") };
  }

  private grow(length: number): void {
    this.size += length;
    if (this.size > longestEvent)
      throw new ShapeError("", `an event is longer than ${String(longestEvent)} characters`);
  }
}
