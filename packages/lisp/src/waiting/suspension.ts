// How a tool waits for something else than an approval.

/** Information about the wait, for the application that will continue the run. */
export interface SuspendOptions {
  /** The reason in words, such as `"waits for the payment webhook"`. */
  readonly reason: string;
  /** The earliest time to continue, in milliseconds since the epoch. */
  readonly until?: number;
  /** Plain JSON for the application, such as the id of a job. */
  readonly data?: unknown;
}

/** Thrown by a tool to wait; see `suspend`. */
export class Suspension extends Error {
  readonly options: SuspendOptions;

  constructor(options: SuspendOptions) {
    super(`the tool waits: ${options.reason}`);
    this.name = "Suspension";
    this.options = options;
  }
}

/**
 * Returns the error with which a tool waits: `throw suspend({ reason })`. The tool needs
 * `suspends: true`. Continue the run with `answer(result)`, or with `approve()` to call the tool
 * again.
 */
export function suspend(options: SuspendOptions): Suspension {
  return new Suspension(options);
}
