// The messages between the read-eval-print loop and the thread that evaluates. Values are sent as
// tagged JSON.

import type { Limits } from "@ptc/lisp";

/** What a thread is started with. */
export interface EvaluationStart {
  /** Encoded values by name. */
  readonly memory: ReadonlyMap<string, unknown>;
  /** Encoded values, the newest first. */
  readonly history: readonly unknown[];
  readonly limits: Partial<Limits>;
}

/** To the thread: a program to run after the earlier ones. */
export interface EvaluationRequest {
  readonly source: string;
}

/** From the thread: the outcome of a program. */
export interface EvaluationAnswer {
  readonly ok: boolean;
  readonly prints: readonly string[];
  /** The printed value, or the failure in words for a person. */
  readonly text: string;
  /** The reason of a failure. */
  readonly reason?: string;
  /** The encoded values of the names that changed. */
  readonly changed: ReadonlyMap<string, unknown>;
  /** The names whose new values cannot be encoded, and so are lost with the thread. */
  readonly unkept: readonly string[];
  /** The encoded value after success; null when it cannot be encoded. */
  readonly value?: unknown;
}
