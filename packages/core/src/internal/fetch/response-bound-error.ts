// The error of a request that a bound ended.

/** The exceeded bound: of a body that isn't a stream, of one event, or of a stream in total. */
export type ResponseBound = "response" | "event" | "stream";

/** A server sent too much, so the request was aborted. The message names the bound. */
export class ResponseBoundError extends Error {
  override readonly name = "ResponseBoundError";
  readonly bound: ResponseBound;

  constructor(bound: ResponseBound, message: string) {
    super(message);
    this.bound = bound;
  }
}

const maximumCauses = 8;

/**
 * Returns the error of the bound among `error` and its causes, because clients of providers wrap
 * the errors of `fetch`.
 */
export function boundErrorIn(error: unknown): ResponseBoundError | undefined {
  let current = error;
  try {
    for (let depth = 0; depth < maximumCauses && current instanceof Error; depth++) {
      if (current instanceof ResponseBoundError) return current;
      current = current.cause;
    }
  } catch {
    // A proxy may throw when it is read.
  }
  return undefined;
}
