// Cuts the body of a stream between its events, without decoding it. Clients of providers buffer
// incomplete events in ways that take quadratic time or much memory, so they get only complete
// ones. Comments, which servers send to keep a connection open, are dropped.
//
//   chunks   da│ta: 1⏎⏎: ping⏎⏎data:│ 2⏎⏎
//   frames   data: 1⏎⏎   data: 2⏎⏎

const lineFeed = 10;
const carriageReturn = 13;
const colon = 58;

/** Collects the bytes of a body, and returns those of complete events. */
export interface EventFrames {
  /** The bytes of the incomplete event at the end. */
  readonly pending: number;
  /** Returns the complete events that `bytes` ends, and the longest length of one in bytes. */
  readonly push: (bytes: Uint8Array) => Frames;
  /** Returns the incomplete event at the end of the body. */
  readonly rest: () => Uint8Array;
}

interface Frames {
  readonly bytes: Uint8Array;
  readonly longest: number;
}

/** Returns the frames for a content type, or `undefined` if the body isn't a stream of events. */
export function eventFrames(contentType: string): EventFrames | undefined {
  const [essence = ""] = contentType.split(";");
  switch (essence.trim().toLowerCase()) {
    case "text/event-stream":
      return new ServerSentEvents();
    case "application/x-ndjson":
    case "application/jsonl":
      return new JsonLines();
    default:
      return undefined;
  }
}

/** Bytes of which the last part may belong to an incomplete event. */
class Buffered {
  length = 0;
  private parts: Uint8Array[] = [];

  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.parts.push(bytes);
    this.length += bytes.length;
  }

  take(): Uint8Array {
    const { parts, length } = this;
    this.parts = [];
    this.length = 0;
    if (parts.length === 1) return parts[0] ?? new Uint8Array();
    const whole = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
}

/** An event ends with its line. */
class JsonLines implements EventFrames {
  private readonly line = new Buffered();

  get pending(): number {
    return this.line.length;
  }

  push(bytes: Uint8Array): Frames {
    const end = bytes.lastIndexOf(lineFeed) + 1;
    let longest = 0;
    for (let from = 0; from < end;) {
      const next = bytes.indexOf(lineFeed, from) + 1;
      longest = Math.max(longest, next - from + (from === 0 ? this.line.length : 0));
      from = next;
    }
    let complete: Uint8Array = new Uint8Array();
    if (end > 0) {
      this.line.add(bytes.subarray(0, end));
      complete = this.line.take();
    }
    this.line.add(bytes.subarray(end));
    return { bytes: complete, longest };
  }

  rest(): Uint8Array {
    return this.line.take();
  }
}

/** An event ends with an empty line; a line may end with CR, LF or both. */
class ServerSentEvents implements EventFrames {
  private readonly event = new Buffered();
  private isLineStart = true;
  private isComment = false;
  private isAfterReturn = false;

  get pending(): number {
    return this.event.length;
  }

  push(bytes: Uint8Array): Frames {
    const complete = new Buffered();
    let longest = 0;
    // The start of the bytes that aren't in `event` yet.
    let from = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      const isSecondHalf = byte === lineFeed && this.isAfterReturn;
      this.isAfterReturn = byte === carriageReturn;
      if (isSecondHalf) {
        // It belongs to the line before, which may be a dropped comment or the end of an event.
        if (from === at) from = at + 1;
        continue;
      }
      if (byte === lineFeed || byte === carriageReturn) {
        if (this.isComment) from = at + 1;
        else if (this.isLineStart) {
          this.event.add(bytes.subarray(from, at));
          from = at + 1;
          if (this.event.length > 0) {
            longest = Math.max(longest, this.event.length);
            complete.add(this.event.take());
            complete.add(emptyLine);
          }
        }
        this.isLineStart = true;
        this.isComment = false;
        continue;
      }
      if (this.isLineStart && byte === colon) {
        this.event.add(bytes.subarray(from, at));
        this.isComment = true;
      }
      this.isLineStart = false;
    }
    if (!this.isComment) this.event.add(bytes.subarray(from));
    return { bytes: complete.take(), longest };
  }

  rest(): Uint8Array {
    return this.event.take();
  }
}

/** Two, because the first may only complete a CR LF. */
const emptyLine = new Uint8Array([lineFeed, lineFeed]);
