// The messages between the read-eval-print loop and the thread that evaluates. Values are sent as
// tagged JSON.

import type { Limits } from "@ptc/lisp";
import type { ToolsModule } from "../tools/load-tools.ts";

/** What a thread is started with. */
export interface EvaluationStart {
  /** Encoded values by name. */
  readonly memory: ReadonlyMap<string, unknown>;
  /** Encoded values, the newest first. */
  readonly history: readonly unknown[];
  readonly limits: Partial<Limits>;
  /** What programs read as `data/…`. */
  readonly context: Readonly<Record<string, unknown>>;
  /** The module of the tools; the thread loads it, because functions cannot be sent. */
  readonly tools?: ToolsModule;
}

/** To the thread: a program to run after the earlier ones. */
export interface EvaluationRequest {
  readonly source: string;
  /** The columns of the terminal that shows the value. Without it the value is one line. */
  readonly width?: number;
}

/** From the thread, before it takes programs. */
export type EvaluationReady =
  | { readonly type: "ready"; readonly tools: readonly string[] }
  | { readonly type: "refused"; readonly message: string };

/** From the thread: the outcome of a program. */
export interface EvaluationAnswer {
  readonly type: "answer";
  readonly ok: boolean;
  readonly prints: readonly string[];
  /** For a terminal: what definitions could not keep, and why. */
  readonly warnings: readonly string[];
  /** The printed value, or the failure in words for a person. */
  readonly text: string;
  /** The reason of a failure. */
  readonly reason?: string;
  /** The encoded values of the names that changed. */
  readonly changed: ReadonlyMap<string, unknown>;
  /** The names whose new values cannot be encoded, and so are lost with the thread. */
  readonly unkept: readonly string[];
  /** The encoded value after success; absent when it cannot be encoded. */
  readonly value?: unknown;
}
