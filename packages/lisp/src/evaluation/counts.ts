// What a run counts against its limits: the one table of counters. For each of them a branch holds
// the amount that it may still spend. These amounts are divided at a fork, added at the join, and
// reported in `usage` and `(budget/remaining)`, all by this table.

import type { LimitName } from "./limits.ts";

/** The counters, by the limit that bounds each, with the name that programs read it under. */
export const counterTable = {
  steps: "steps",
  memoryBytes: "memory-bytes",
  toolCalls: "tool-calls",
  /** UTF-16 units of prints and of the result. */
  outputBytes: "output",
} as const satisfies Partial<Record<LimitName, string>>;

export type CounterName = keyof typeof counterTable;

export const counterNames = /* @__PURE__ */ Object.keys(counterTable) as readonly CounterName[];

/** An amount of everything that is counted. */
export type Counts = Readonly<Record<CounterName, number>>;

/** Amounts that a branch counts down. */
export type CountsLeft = Record<CounterName, number>;

/**
 * An amount for each counter. The fields are written out, not made in a loop, because every run
 * makes several of these objects.
 */
export function countsOf(amount: (name: CounterName) => number): CountsLeft {
  return {
    steps: amount("steps"),
    memoryBytes: amount("memoryBytes"),
    toolCalls: amount("toolCalls"),
    outputBytes: amount("outputBytes"),
  };
}

export const noCounts: Counts = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ countsOf(() => 0));

export function plus(left: Counts, right: Counts): CountsLeft {
  return countsOf((name) => left[name] + right[name]);
}

export function minus(left: Counts, right: Counts): CountsLeft {
  return countsOf((name) => left[name] - right[name]);
}

/** Whole shares for `count` branches; the remainder goes to the first, so nothing is lost. */
export function divide(counts: Counts, count: number): Counts[] {
  return Array.from({ length: count }, (_, index) =>
    countsOf((name) => Math.floor(counts[name] / count) + (index < counts[name] % count ? 1 : 0)),
  );
}
