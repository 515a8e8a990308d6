// The step that a program returns.

import type { Fail, ParallelCallRecord, RunUsage, ToolCallRecord } from "@ptc/core/contracts";
import type { Value } from "@ptc/core/values";
import type { Memory } from "../persistence/memory.ts";
import type { Checkpoint, PendingCall } from "./checkpoint.ts";

interface StepBase {
  /**
   * After success, the memory that the program left; after failure, the memory that it was given.
   */
  readonly memory: Memory;
  /** The lines that the program printed. `print` and `pr` don't end a line. */
  readonly prints: readonly string[];
  /** The tool calls, in program order. */
  readonly toolCalls: readonly ToolCallRecord[];
  /** Each `pmap` and `pcalls`, in program order. Absent if there weren't any. */
  readonly parallelCalls?: readonly ParallelCallRecord[];
  readonly usage: RunUsage;
  /** The summaries that `step-done` reported, by their ids. Empty after a failure. */
  readonly summaries: Readonly<Record<string, string>>;
  /**
   * With the option `journal`: task results by id, including those that this run added, even if it
   * failed. Plain JSON. Absent for `JournalEntries`; read their `record` instead.
   */
  readonly journal?: Readonly<Record<string, unknown>>;
  /**
   * Reports definitions that weren't stored, with reasons, and options that look like mistakes.
   * Absent if there aren't any.
   */
  readonly warnings?: readonly string[];
  /**
   * The content hashes (SHA-256, hexadecimal) of the libraries that the program used, by their
   * names. Absent if it used none.
   */
  readonly libraries?: Readonly<Record<string, string>>;
}

/** A program that ran to its end. */
export interface SuccessfulStep<Return = unknown> extends StepBase {
  readonly ok: true;
  /** Always absent, so that code without `strict` can read it where `ok` is false. */
  readonly fail?: undefined;
  readonly status?: never;
  /** The value as a host value, validated if `returns` was given. */
  readonly return: Return;
  /** The value as a language value. Print it with `printValue`. */
  readonly value: Value;
  /**
   * `return` if the program ended with `(return …)`, and `value` if it ended with its last
   * expression.
   */
  readonly endedBy: "return" | "value";
  /**
   * With the option `lastValue: "show"`: the fail with which the program would have ended if it had
   * returned its last value. `return` then contains Maps and Sets, or the text of the value. Absent
   * for a value that can be returned.
   */
  readonly unreturnable?: Fail;
}

/** A program that failed before its end. */
export interface FailedStep extends StepBase {
  readonly ok: false;
  readonly status?: never;
  readonly fail: Fail;
}

/** A program that waits for decisions about calls of tools. Continue it with `resume`. */
export interface WaitingStep extends StepBase {
  readonly ok: false;
  readonly status: "waiting";
  /** Names the calls. Its reason is `waiting`. */
  readonly fail: Fail;
  /** All calls that can be requested before a decision, in the order of their requests. */
  readonly pending: readonly PendingCall[];
  /** The state of the run, as plain JSON. */
  readonly checkpoint: Checkpoint;
}

/**
 * The result of a program; `ok` distinguishes success from failure. A run of tools that need
 * approvals can also wait; `status` is then `waiting`.
 */
export type LispStep<Return = unknown> = SuccessfulStep<Return> | FailedStep | WaitingStep;
