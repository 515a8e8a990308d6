// The options and the result of a call of a program tool.

import type { Fail } from "@ptc/core/contracts";
import type { LispStep } from "@ptc/lisp";
import type { ChildStep } from "../step/step.ts";

/** The result of one program. */
export interface ProgramAnswer {
  readonly ok: boolean;
  /**
   * The text for the model: prints, value and definitions, or the error with its location and a
   * hint. It is bounded (`format`), data is in envelopes, and firewalled fields are hidden.
   */
  readonly text: string;
  /** Why the program failed. Absent on success. */
  readonly fail?: Fail;
  /** The step of the program, for the host. Absent if the call contained no program. */
  readonly step?: LispStep;
  /** The child missions that tools of the program ran. */
  readonly childSteps: readonly ChildStep[];
  /** The first hundred warnings from checking the arguments and results of tools. */
  readonly warnings: readonly string[];
}

/** The options of one call of a program tool. */
export interface ProgramCall {
  /** Ends the program and its running calls. */
  readonly signal?: AbortSignal;
  /** The first part of the addresses and ids of its calls. Default: random. */
  readonly runId?: string;
}
