// What the read-eval-print loop and its evaluating thread say to each other. Values cross as the
// tagged JSON of core.

import type { Limits } from "@ptc/lisp";

/** What a thread starts with. */
export interface EvaluationStart {
  /** Encoded values by name. */
  readonly memory: ReadonlyMap<string, unknown>;
  /** Encoded, newest first. */
  readonly history: readonly unknown[];
  readonly limits: Partial<Limits>;
}

/** To the thread: a program to run after those before it. */
export interface EvaluationRequest {
  readonly source: string;
}

/** From the thread. */
export interface EvaluationAnswer {
  readonly ok: boolean;
  readonly prints: readonly string[];
  /** The printed value, or the failure for a person. */
  readonly text: string;
  /** After failure. */
  readonly reason?: string;
  /** Encoded values of the names that changed. */
  readonly changed: ReadonlyMap<string, unknown>;
  /** Names that changed to a value that does not survive the thread. */
  readonly unkept: readonly string[];
  /** After success: the encoded value, null when it cannot be encoded. */
  readonly value?: unknown;
}
