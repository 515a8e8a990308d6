// The options of a pool, and their checks.

import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { availableParallelism } from "node:os";

/** The options of `createPool`: how many processes, and what each may use. */
export interface PoolOptions {
  /**
   * The largest number of processes; default: one less than there are processors. They start when
   * they are first needed.
   */
  readonly size?: number;
  /**
   * What one process may use for the values of its program, the contexts it was given included, in
   * megabytes; default 512. It bounds the heap of the process everywhere. On Linux the pool also
   * looks at the memory that the process occupies, every 50 ms, and ends it at 128 MB more, which
   * is what Node itself needs.
   */
  readonly memoryMb?: number;
  /**
   * How long a process may take to start, to read what it was sent, and to write its step, in
   * milliseconds; default 30,000.
   */
  readonly startTimeoutMs?: number;
  /** The Node binary, not a script that starts one; default: that of this process. */
  readonly execPath?: string;
  /** Options of Node for the processes, before those of the pool. */
  readonly execArgv?: readonly string[];
  /**
   * Whether the processes may make code from text, as the evaluator does for what runs hot. Default
   * `never`: Node is told to refuse it, and everything runs as closures.
   */
  readonly generate?: "auto" | "never";
}

export type ResolvedPoolOptions = Required<PoolOptions>;

const names: readonly string[] = [
  "size",
  "memoryMb",
  "startTimeoutMs",
  "execPath",
  "execArgv",
  "generate",
] satisfies readonly (keyof PoolOptions)[];

/** @throws OptionError */
export function resolvePoolOptions(options: PoolOptions): ResolvedPoolOptions {
  assertKnownOptions(options, names);
  return {
    size: atLeast("size", options.size ?? Math.max(1, availableParallelism() - 1), 1),
    // With less memory Node itself does not start.
    memoryMb: atLeast("memoryMb", options.memoryMb ?? 512, 32),
    startTimeoutMs: atLeast("startTimeoutMs", options.startTimeoutMs ?? 30_000, 1),
    execPath: options.execPath ?? process.execPath,
    execArgv: options.execArgv ?? [],
    generate: checkedGenerate(options.generate),
  };
}

function checkedGenerate(given: unknown = "never"): "auto" | "never" {
  if (given === "auto" || given === "never") return given;
  throw new OptionError("generate", 'expected "auto" or "never"');
}

function atLeast(name: string, value: number, least: number): number {
  if (Number.isInteger(value) && value >= least) return value;
  throw new OptionError(
    name,
    `expected a whole number of at least ${String(least)}, got ${String(value)}`,
  );
}
