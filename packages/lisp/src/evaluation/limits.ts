// Defines the limits of a run. Option checks, error messages and documentation read this table.

import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { KnownFailReason } from "@ptc/core/contracts";

/** One limit: its default, its unit, and the reason for exceeding it. */
export interface LimitEntry {
  readonly default: number;
  readonly unit: string;
  readonly reason: KnownFailReason;
  readonly description: string;
  /** Advice for a model that exceeds the limit. */
  readonly advice: string;
}

/**
 * The limits by option name. The defaults stop harmful programs, not those that work a lot: a loop
 * of a million iterations stays within them.
 */
export const limitTable = {
  steps: {
    default: 50_000_000,
    unit: "steps",
    reason: "step_limit_exceeded",
    description: "calls, iterations and elements visited",
    advice: "check that every loop ends, or process less data at a time",
  },
  memoryBytes: {
    default: 256_000_000,
    unit: "bytes",
    reason: "memory_exceeded",
    description: "bytes allocated over the whole run, estimated",
    advice: "keep only the fields you need, or aggregate instead of collecting",
  },
  depth: {
    default: 10_000,
    unit: "calls",
    reason: "depth_exceeded",
    description: "nested calls",
    advice: "use loop/recur or reduce instead of deep recursion",
  },
  timeoutMs: {
    default: 5_000,
    unit: "milliseconds",
    reason: "timeout",
    description: "the program's running time, not counting tools",
    advice: "do less work in one program",
  },
  sourceLength: {
    default: 1_000_000,
    unit: "characters",
    reason: "source_too_large",
    description: "length of the program's source",
    advice: "send data through the context instead of the source",
  },
  symbols: {
    default: 50_000,
    unit: "names",
    reason: "symbols_exceeded",
    description: "different symbols and keywords in the program's source",
    advice: "use strings as keys, or send data through the context",
  },
  outputBytes: {
    default: 10_000_000,
    unit: "characters",
    reason: "output_exceeded",
    description: "the run's printed output and its result",
    advice: "print or return a summary, or the first few items",
  },
  toolCalls: {
    default: 10_000,
    unit: "calls",
    reason: "tool_calls_exceeded",
    description: "tool calls of the run",
    advice: "get more with each call, or call for fewer items",
  },
  branches: {
    default: 1_000,
    unit: "branches",
    reason: "branches_exceeded",
    description: "parallel branches of one pmap or pcalls",
    advice: "split the work with partition-all and run the parts in sequence",
  },
} as const satisfies Record<string, LimitEntry>;

/** The names of the limits. */
export type LimitName = keyof typeof limitTable;
/** All limits of a run, in the units of `limitTable`. */
export type Limits = Readonly<Record<LimitName, number>>;

const limitNames = Object.keys(limitTable) as readonly LimitName[];
/** Created once, because that takes as long as parsing a small program. */
const defaultLimits: Limits = Object.freeze(
  Object.fromEntries(limitNames.map((name) => [name, limitTable[name].default])) as Record<
    LimitName,
    number
  >,
);

/**
 * Returns the defaults, overridden by `given`.
 * @throws OptionError for an unknown name or a value that isn't a positive number
 */
export function resolveLimits(given: Partial<Limits> | undefined): Limits {
  if (given === undefined) return defaultLimits;
  assertKnownOptions(given, limitNames, "limits.");
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== "number" || !(value > 0))
      throw new OptionError(`limits.${name}`, `expected a positive number, got ${String(value)}`);
  }
  return { ...defaultLimits, ...given };
}
