// The messages between the REPL and its evaluation thread. Values are sent as tagged JSON.

import type { Limits } from "@ptc/lisp";
import type { ToolsModule } from "@ptc/subagent/internal/node";

/** A folder of libraries, and the one in which its path starts. */
export interface LibrariesFolder {
  readonly current: string;
  readonly folder: string;
}

/** The data that a thread starts with. */
export interface EvaluationStart {
  /** Encoded values by name. */
  readonly memory: ReadonlyMap<string, unknown>;
  /** Encoded values, newest first. */
  readonly history: readonly unknown[];
  readonly limits: Partial<Limits>;
  /** The context, which programs read as `data/…`. */
  readonly context: Readonly<Record<string, unknown>>;
  /** The module of the tools. The thread loads it, because functions can't be sent. */
  readonly tools?: ToolsModule;
  readonly libraries?: LibrariesFolder;
}

/** To the thread: a program to run after the earlier ones. */
export interface EvaluationRequest {
  readonly source: string;
  /** The columns of the terminal. Without them, the value is printed as one line. */
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
  /** For a terminal: the definitions that were not saved, and why. */
  readonly warnings: readonly string[];
  /** The printed value, or the failure as text for a person. */
  readonly text: string;
  /** The reason of a failure. */
  readonly reason?: string;
  /** The encoded values of changed names. */
  readonly changed: ReadonlyMap<string, unknown>;
  /** The names whose new values can't be encoded, so they are lost with the thread. */
  readonly unsaved: readonly string[];
  /** The encoded value after success, if it can be encoded. */
  readonly value?: unknown;
}
