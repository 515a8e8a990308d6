// What a run counts against its limits: the one table of counters. For each of them a branch holds
// the amount that it may still spend. These amounts are divided at a fork, added at the join, and
// reported in `usage` and `(budget/remaining)`, all by this table.

import type { LimitName } from "../limits.ts";

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

// Every run, and every piece of shared work, makes amounts: they are written out, which hosts do
// fastest, and the type asks for each counter.

/** An amount for each counter. */
function countsOf(amount: (name: CounterName) => number): CountsLeft {
  return {
    steps: amount("steps"),
    memoryBytes: amount("memoryBytes"),
    toolCalls: amount("toolCalls"),
    outputBytes: amount("outputBytes"),
  };
}

export const noCounts: Counts = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ countsOf(() => 0));

export function copyOf({ steps, memoryBytes, toolCalls, outputBytes }: Counts): CountsLeft {
  return { steps, memoryBytes, toolCalls, outputBytes };
}

export function plus(left: Counts, right: Counts): CountsLeft {
  const sum = copyOf(left);
  addTo(sum, right);
  return sum;
}

export function minus(left: Counts, right: Counts): CountsLeft {
  return {
    steps: left.steps - right.steps,
    memoryBytes: left.memoryBytes - right.memoryBytes,
    toolCalls: left.toolCalls - right.toolCalls,
    outputBytes: left.outputBytes - right.outputBytes,
  };
}

/** Adds `more` to `counts` in place. */
export function addTo(counts: CountsLeft, more: Counts): void {
  for (const name of counterNames) counts[name] += more[name];
}

/** Whole shares for `count` branches; the remainder goes to the first, so nothing is lost. */
export function divide(counts: Counts, count: number): Counts[] {
  const whole = countsOf((name) => Math.floor(counts[name] / count));
  const remainder = countsOf((name) => counts[name] % count);
  return Array.from({ length: count }, (_, index) => {
    const share = copyOf(whole);
    for (const name of counterNames) if (index < remainder[name]) share[name]++;
    return share;
  });
}
