// A tool error with more information than a message.

/** Whether and when the call may be retried, for tools with `retries`. */
export interface FailureOptions {
  /** True if the same call would fail again, so it is not retried. Default: false. */
  readonly isLasting?: boolean;
  /** The minimum delay before a retry, in milliseconds. */
  readonly retryAfterMs?: number;
}

/**
 * Fails the tool call with its message when a tool throws it. A program that catches it reads
 * `data` as `(:data (ex-data e))`. If no program catches it, `data` is in the details of the
 * failure.
 */
export class ToolFailure extends Error {
  /** Converted like the result of a tool. */
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
