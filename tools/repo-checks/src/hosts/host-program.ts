// A program for all hosts, as plain JSON, so that all of them get the same.

import type { LispRunOptions } from "@ptc/lisp";

export type HostProgram = Pick<
  LispRunOptions,
  "context" | "memory" | "limits" | "history" | "journal" | "budget"
> & {
  /** Unique; differences are reported under this name. */
  readonly name: string;
  /** Run in order: each finds the memory of the previous one. */
  readonly sources: readonly string[];
  /** Why hosts are known to differ. The check fails when all of them agree. */
  readonly differsBecause?: string;
  readonly tools?: Readonly<Record<string, RecordedTool>>;
};

/**
 * Returns the recorded result for its arguments, otherwise its fixed result, otherwise its
 * arguments.
 */
export interface RecordedTool extends ToolAnswer {
  readonly recorded?: readonly (ToolAnswer & { readonly args: unknown })[];
}

export interface ToolAnswer {
  readonly returns?: unknown;
  /** The error message with which it fails. */
  readonly throws?: string;
  /** Milliseconds until the result. Absent: the tool returns directly. */
  readonly afterMs?: number;
}
