// The error of an effect after which a run can't continue.

import type { FailReason } from "../contracts/fail-reason.ts";

/**
 * Ends the run with its reason and message when code between a program and the host throws it.
 * Programs can't catch it, and no later code has effects.
 */
export class EndOfRun extends Error {
  readonly reason: FailReason;
  /** The data for the details of the fail, as a host value. */
  readonly data: unknown;

  constructor(reason: FailReason, message: string, data?: unknown) {
    super(message);
    this.name = "EndOfRun";
    this.reason = reason;
    this.data = data;
  }
}
