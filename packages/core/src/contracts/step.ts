// The result of a run: expected outcomes are values. Both the language and an agent answer with
// this shape; what only an agent knows (turns, tokens) it adds to its own step type.

import type { EffectAddress } from "./effect-address.ts";
import type { FailReason } from "./fail-reason.ts";

/**
 * Where in a source something happened; `line` and `column` count from 1, `offset` in UTF-16 units
 * from 0.
 */
export interface SourcePosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** Why a run failed. `message` is written for the model that must repair its program. */
export interface Fail {
  readonly reason: FailReason;
  readonly message: string;
  /** The operation or tool that failed. */
  readonly op?: string;
  readonly details?: FailDetails;
}

/** What is known of a fail beyond its reason and message. */
export interface FailDetails {
  /**
   * The finer kind under `analysis_error` and `eval_error`: `type_error`, `arity_error`,
   * `unbound_var`…
   */
  readonly kind?: string;
  readonly position?: SourcePosition;
  /** The source line with a caret under the place. */
  readonly excerpt?: string;
  readonly hint?: string;
  /** For a limit: its option, the value in force. */
  readonly limit?: { readonly option: string; readonly value: number; readonly unit: string };
  /** Further mistakes found in the same analysis, or violations of a signature. */
  readonly errors?: readonly Fail[];
  /** How many more were found than `errors` holds. */
  readonly omitted?: number;
  /** What a program handed to `fail`, or a tool's own data about its failure, as a host value. */
  readonly data?: unknown;
}

/**
 * One tool call of a run, in program order. Times are milliseconds; `timestamp` counts from the
 * epoch.
 */
export interface ToolCallRecord {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: string;
  /** `native` for a call that the model made itself; absent for one that a program made. */
  readonly layer?: "native";
  /** The answer was kept from another call with the same arguments; absent where it was not. */
  readonly cached?: true;
  /**
   * How often the tool was called, where that is not once: more often with `retries`, and 0 for a
   * call that was ended while it waited for its turn (`concurrency`).
   */
  readonly attempts?: number;
  /** The traces of the missions that the call ran, in order; absent where it ran none. */
  readonly childTraceIds?: readonly string[];
  readonly timestamp: number;
  readonly durationMs: number;
  readonly address: EffectAddress;
}

/**
 * One `pmap` or `pcalls` of a run, in program order. Times are milliseconds; `timestamp` counts
 * from the epoch.
 */
export interface ParallelCallRecord {
  readonly type: "pmap" | "pcalls";
  /** Branches. */
  readonly count: number;
  readonly successCount: number;
  readonly errorCount: number;
  /** The traces of the missions that its branches ran; absent where they ran none. */
  readonly childTraceIds?: readonly string[];
  readonly timestamp: number;
  readonly durationMs: number;
}
