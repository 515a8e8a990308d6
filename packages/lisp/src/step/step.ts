// The step a program ends in.

import type { Fail, ParallelCallRecord, RunUsage, ToolCallRecord } from "@ptc/core/contracts";
import type { Value } from "@ptc/core/values";
import type { Memory } from "../persistence/memory.ts";

interface StepBase {
  /** After success the memory the program left; after failure the memory it was given. */
  readonly memory: Memory;
  /** What the program printed, one text for each call of println. */
  readonly prints: readonly string[];
  /** The calls of tools, in program order. */
  readonly toolCalls: readonly ToolCallRecord[];
  /** Each `pmap` and `pcalls`, in program order. Absent when there was none. */
  readonly parallelCalls?: readonly ParallelCallRecord[];
  readonly usage: RunUsage;
  /**
   * What `step-done` reported: each summary by the id it was reported for. Empty after a failure.
   */
  readonly summaries: Readonly<Record<string, string>>;
  /**
   * With the option `journal`: the results of tasks by id, with what this run added, also when it
   * failed. Plain JSON. Absent for `JournalEntries`, whose `record` has them.
   */
  readonly journal?: Readonly<Record<string, unknown>>;
  /**
   * What was not kept of the definitions, and why; options that were probably meant otherwise.
   * Absent when there are none.
   */
  readonly warnings?: readonly string[];
}

/** A program that ran to its end. */
export interface SuccessfulStep<Return = unknown> extends StepBase {
  readonly ok: true;
  /** The value as a host value, validated when `returns` was given. */
  readonly return: Return;
  /** The value as a language value: print it with `printValue`. */
  readonly value: Value;
  /** `return` when the program ended with `(return …)`, `value` when with its last expression. */
  readonly endedBy: "return" | "value";
}

/** A program that failed before its end. */
export interface FailedStep extends StepBase {
  readonly ok: false;
  readonly fail: Fail;
}

/** How a program ended; `ok` tells the two ends apart. */
export type LispStep<Return = unknown> = SuccessfulStep<Return> | FailedStep;
