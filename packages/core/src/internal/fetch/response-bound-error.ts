// The errors with which a bounded `fetch` ends a request by itself.

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

/** A server redirected a request, which isn't sent again, because it may have credentials. */
export class RedirectError extends Error {
  override readonly name = "RedirectError";
  readonly status: number | undefined;

  constructor(target: string | undefined, status: number | undefined) {
    const to = target === undefined ? "" : ` to ${target}`;
    super(
      `the server redirects${to}, and redirects are not followed: set the option baseUrl to the API's URL`,
    );
    this.status = status;
  }
}

const maximumCauses = 8;

/**
 * Returns the error of a bound or redirect among `error` and its causes, because clients of
 * providers wrap the errors of `fetch`.
 */
export function boundErrorIn(error: unknown): ResponseBoundError | RedirectError | undefined {
  let current = error;
  try {
    for (let depth = 0; depth < maximumCauses && current instanceof Error; depth++) {
      if (current instanceof ResponseBoundError || current instanceof RedirectError) return current;
      current = current.cause;
    }
  } catch {
    // A proxy may throw when it is read.
  }
  return undefined;
}
