// The options and the result of a call of a program tool.

import type { Fail } from "@ptc/core/contracts";
import type { Decisions, LispStep, PendingCall } from "@ptc/lisp";
import type { CheckpointStore } from "@ptc/lisp";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import type { ChildStep } from "../step/step.ts";

/** The result of one program. */
export interface ProgramAnswer {
  readonly ok: boolean;
  /**
   * The text for the model: prints, value and definitions, or the error with its location and a
   * hint. It is bounded (`format`), data is in envelopes, and firewalled fields are hidden.
   */
  readonly text: string;
  /** Why the program failed. Absent on success. Its reason is `waiting` for one that waits. */
  readonly fail?: Fail;
  /**
   * Present if the program waits for decisions about calls; `ok` is then false. Store `checkpoint`,
   * and continue with `resume`. `text` asks the model not to repeat the calls.
   */
  readonly status?: "waiting";
  /** The calls that wait, including those of child missions. */
  readonly pending?: readonly PendingCall[];
  /** The state of a program that waits, as plain JSON. */
  readonly checkpoint?: MissionCheckpoint;
  /**
   * The step of the program, for the host. Absent if the call contained no program. While it waits,
   * the step contains what has ended so far, and the step after `resume` contains all of it.
   */
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
  /**
   * Receives the state of the program while it runs, as in a mission: each effect before the next
   * one begins. After a crash, `checkpointOf(entries)` is the checkpoint for `resume`.
   */
  readonly onCheckpoint?: CheckpointStore;
}

/** The options with which a program that waits continues. */
export interface ResumedProgramCall extends Pick<ProgramCall, "signal" | "onCheckpoint"> {
  /** Decisions by the ids of pending calls; see `resume` of `@ptc/lisp`. */
  readonly decisions?: Decisions;
}
