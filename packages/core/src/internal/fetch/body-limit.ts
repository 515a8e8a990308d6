// Counts the bytes of a body, and ends it at its limit.

import { eventFrames, type EventFrames } from "./event-frames.ts";
import { ResponseBoundError, type ResponseBound } from "./response-bound-error.ts";

/** All sizes are in bytes after decompression. */
export interface FetchBounds {
  /**
   * For a body that isn't a stream, and for each event of a stream. A stream may have ten times as
   * many in total.
   */
  readonly maxResponseBytes: number;
  /** True if the reader keeps all events of a stream, so that a stream is a body like others. */
  readonly isReadWhole?: boolean;
}

/** Passes the bytes of a body on until a limit. */
export interface BodyLimit {
  /** True if the rest of the body is to be dropped. */
  readonly isFull: boolean;
  /** Returns the bytes to pass on. @throws ResponseBoundError */
  readonly accept: (bytes: Uint8Array) => Uint8Array;
  /** Returns the bytes to pass on at the end of the body. */
  readonly rest: () => Uint8Array;
}

/** Returns the limit for the body of a response. */
export function bodyLimit(
  { ok, headers }: Response,
  { maxResponseBytes, isReadWhole = false }: FetchBounds,
): BodyLimit {
  if (!ok) return new ErrorBody();
  const frames = isReadWhole ? undefined : eventFrames(headers.get("content-type") ?? "");
  return frames === undefined
    ? new WholeBody(maxResponseBytes)
    : new EventStream(frames, maxResponseBytes);
}

/**
 * Events are read one by one, so a stream may be long. The frame of a short event is several times
 * as long as its text.
 */
const streamFactor = 10;

const nothing = new Uint8Array();

class WholeBody implements BodyLimit {
  readonly isFull = false;
  private total = 0;
  private readonly maximum: number;

  constructor(maximum: number) {
    this.maximum = maximum;
  }

  accept(bytes: Uint8Array): Uint8Array {
    this.total += bytes.length;
    if (this.total > this.maximum) throw exceeded("response", this.maximum);
    return bytes;
  }

  rest(): Uint8Array {
    return nothing;
  }
}

class EventStream implements BodyLimit {
  readonly isFull = false;
  private total = 0;
  /** The bytes after the last complete event, including comments. */
  private sinceEvent = 0;
  private readonly frames: EventFrames;
  private readonly maximum: number;

  constructor(frames: EventFrames, maximum: number) {
    this.frames = frames;
    this.maximum = maximum;
  }

  accept(bytes: Uint8Array): Uint8Array {
    this.total += bytes.length;
    this.sinceEvent += bytes.length;
    const complete = this.frames.push(bytes);
    if (complete.bytes.length > 0) this.sinceEvent = this.frames.pending;
    if (Math.max(complete.longest, this.sinceEvent) > this.maximum)
      throw exceeded("event", this.maximum);
    const maximumTotal = this.maximum * streamFactor;
    if (this.total > maximumTotal) throw exceeded("stream", maximumTotal);
    return complete.bytes;
  }

  rest(): Uint8Array {
    return this.frames.rest();
  }
}

/** The longest error body in bytes. It is cut without an error. */
const maximumErrorBytes = 65_536;

class ErrorBody implements BodyLimit {
  private left = maximumErrorBytes;

  get isFull(): boolean {
    return this.left === 0;
  }

  accept(bytes: Uint8Array): Uint8Array {
    const accepted = bytes.subarray(0, this.left);
    this.left -= accepted.length;
    return accepted;
  }

  rest(): Uint8Array {
    return nothing;
  }
}

function exceeded(bound: ResponseBound, bytes: number): ResponseBoundError {
  return new ResponseBoundError(
    bound,
    `${subjects[bound]} longer than ${String(bytes)} bytes (option maxResponseBytes)`,
  );
}

const subjects: Readonly<Record<ResponseBound, string>> = {
  response: "the response is",
  event: "an event of the stream is",
  stream: "the stream is",
};
