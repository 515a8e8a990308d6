// What a call of a program tool is given besides the program, and what it answers.

import type { Fail } from "@ptc/core/contracts";
import type { LispStep } from "@ptc/lisp";
import type { ChildStep } from "../step/step.ts";

/** What came of one program. */
export interface ProgramAnswer {
  readonly ok: boolean;
  /**
   * What the model is told: prints, value and definitions, or the error with its place and a hint.
   * It is bounded (`format`), data stands in envelopes, and firewalled fields are hidden.
   */
  readonly text: string;
  /** Why the program failed; absent where it did not. */
  readonly fail?: Fail;
  /** The step of the program, for the host; absent where the call held no program. */
  readonly step?: LispStep;
  /** The missions that tools of the program ran. */
  readonly childSteps: readonly ChildStep[];
  /** What the checks of arguments and answers of tools only warn of: the first hundred. */
  readonly warnings: readonly string[];
}

/** What one call of a program tool may be given besides the program. */
export interface ProgramCall {
  /** Ends the program and the calls that it has open. */
  readonly signal?: AbortSignal;
  /** The first part of the addresses and ids of its calls; default: made at random. */
  readonly runId?: string;
}
