// The error of a tool that tells more than a message.

/** Whether and when the call may be made again; for tools with `retries`. */
export interface FailureOptions {
  /** The same call would fail again, so it is not made again; default false. */
  readonly isLasting?: boolean;
  /** How long to wait, at least, before the call is made again. */
  readonly retryAfterMs?: number;
}

/**
 * Thrown by a tool, it fails the call with its message. A program that catches it reads `data` as
 * `(:data (ex-data e))`; otherwise `data` stands in the details of the program's failure.
 */
export class ToolFailure extends Error {
  /** Read as the answer of a tool is. */
  readonly data: unknown;
  readonly isLasting: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, data: unknown, options: FailureOptions = {}) {
    super(message);
    this.name = "ToolFailure";
    this.data = data;
    this.isLasting = options.isLasting ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}
