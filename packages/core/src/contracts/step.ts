// The result of a run; expected outcomes are values. The language and agents both return this
// shape. An agent's own step type adds turns, tokens and other fields that only an agent has.

import type { CallDecision } from "./call-decision.ts";
import type { EffectAddress } from "./effect-address.ts";
import type { FailReason } from "./fail-reason.ts";

/**
 * A position in a source text. `line` and `column` count from 1; `offset` counts UTF-16 units from
 * 0.
 */
export interface SourcePosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  /** The file of a library, such as `orders.clj`. Absent for a program. */
  readonly file?: string;
}

/** Why a run failed. `message` is written for the model that has to repair its program. */
export interface Fail {
  readonly reason: FailReason;
  readonly message: string;
  /** The operation or tool that failed. */
  readonly op?: string;
  readonly details?: FailDetails;
}

/** Details of a fail beyond its reason and message. */
export interface FailDetails {
  /**
   * A finer classification of `analysis_error` and `eval_error`: `type_error`, `arity_error`,
   * `unbound_var`…
   */
  readonly kind?: string;
  readonly position?: SourcePosition;
  /** The source line with a caret under the position. */
  readonly excerpt?: string;
  readonly hint?: string;
  /** For an exceeded limit: the option, its effective value and its unit. */
  readonly limit?: { readonly option: string; readonly value: number; readonly unit: string };
  /** Other errors found in the same analysis, or violations of a signature. */
  readonly errors?: readonly Fail[];
  /** The number of errors that `errors` omits. */
  readonly omitted?: number;
  /**
   * The data that a program passed to `fail`, or a tool's own data about its failure, as a host
   * value.
   */
  readonly data?: unknown;
}

/**
 * One tool call of a run, in program order. Times are in milliseconds; `timestamp` counts from the
 * epoch.
 */
export interface ToolCallRecord {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: string;
  /** `native` if the model made the call itself; absent if a program made it. */
  readonly layer?: "native";
  /** True if the result was cached from another call with the same arguments; absent otherwise. */
  readonly cached?: true;
  /**
   * The number of times the tool was called, if not 1: more with `retries`, and 0 for a call that
   * ended while it waited for its turn (`concurrency`).
   */
  readonly attempts?: number;
  /** The trace ids of the missions that the call ran, in order. Absent if it ran none. */
  readonly childTraceIds?: readonly string[];
  /** The decision, if the call waited for one. */
  readonly decision?: CallDecision;
  readonly timestamp: number;
  readonly durationMs: number;
  readonly address: EffectAddress;
}

/**
 * One `pmap` or `pcalls` of a run, in program order. Times are in milliseconds; `timestamp` counts
 * from the epoch.
 */
export interface ParallelCallRecord {
  readonly type: "pmap" | "pcalls";
  /** The number of branches. */
  readonly count: number;
  readonly successCount: number;
  readonly errorCount: number;
  /** The trace ids of the missions that its branches ran. Absent if they ran none. */
  readonly childTraceIds?: readonly string[];
  readonly timestamp: number;
  readonly durationMs: number;
}
