// The error of an effect after which a run cannot go on.

import type { FailReason } from "../contracts/fail-reason.ts";

/**
 * Thrown by what stands between a program and the host, it ends the run with its reason and
 * message: no program can catch it, and nothing after it has effects.
 */
export class EndOfRun extends Error {
  readonly reason: FailReason;
  /** What stands in the details of the fail, as a host value. */
  readonly data: unknown;

  constructor(reason: FailReason, message: string, data?: unknown) {
    super(message);
    this.name = "EndOfRun";
    this.reason = reason;
    this.data = data;
  }
}
