// A program that every host runs, as plain JSON, so that all of them get the same.

import type { LispRunOptions } from "@ptc/lisp";

export type HostProgram = Pick<
  LispRunOptions,
  "context" | "memory" | "limits" | "history" | "journal" | "budget"
> & {
  /** Unique; what a difference is reported under. */
  readonly name: string;
  /** Run one after the other: each finds what the one before left in memory. */
  readonly sources: readonly string[];
  /** Why hosts are known to differ on it. It breaks the check when all of them agree. */
  readonly differsBecause?: string;
  readonly tools?: Readonly<Record<string, RecordedTool>>;
};

/** Answers what was recorded for its arguments; else what it always answers; else its arguments. */
export interface RecordedTool extends ToolAnswer {
  readonly recorded?: readonly (ToolAnswer & { readonly args: unknown })[];
}

export interface ToolAnswer {
  readonly returns?: unknown;
  /** The message of the error it fails with. */
  readonly throws?: string;
  /** The answer takes so many milliseconds. Absent: it is there at once. */
  readonly afterMs?: number;
}
