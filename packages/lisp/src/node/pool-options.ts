// Defines and checks the options of a pool.

import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { availableParallelism } from "node:os";

/** The options of `createPool`: the number of processes, and the limits of each. */
export interface PoolOptions {
  /**
   * The largest number of processes; default: the number of processors minus one. They start when
   * they are first needed.
   */
  readonly size?: number;
  /**
   * Megabytes that one process may use for its program's values, including its contexts; default
   * 512. On every system this limits the heap of the process. On Linux the pool also reads the
   * resident memory every 50 ms. It kills a process that exceeds the limit by 128 MB, which is
   * what Node itself needs.
   */
  readonly memoryMb?: number;
  /**
   * Milliseconds that a process may take to start, to read a request, and to write its step;
   * default 30,000.
   */
  readonly startTimeoutMs?: number;
  /** The Node binary, not a script that starts one; default: that of this process. */
  readonly execPath?: string;
  /** Node options for the processes, placed before those of the pool. */
  readonly execArgv?: readonly string[];
  /**
   * Whether the processes may generate code from text, as the evaluator does for hot code. Default
   * `never`: Node forbids it, and everything runs as closures.
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
    // Node itself doesn't start with less memory.
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
