// Lists the counters of a run, each bounded by a limit. For each counter a branch stores its
// remaining amount. This table defines how amounts are divided at a fork, added at the join, and
// reported in `usage` and `(budget/remaining)`.

import type { LimitName } from "../limits.ts";

/** Counters by the limit that bounds each, with the name under which programs read it. */
export const counterTable = {
  steps: "steps",
  memoryBytes: "memory-bytes",
  toolCalls: "tool-calls",
  /** UTF-16 units of prints and the result. */
  outputBytes: "output",
} as const satisfies Partial<Record<LimitName, string>>;

export type CounterName = keyof typeof counterTable;

export const counterNames = /* @__PURE__ */ Object.keys(counterTable) as readonly CounterName[];

/** Returns an amount for each counter. */
export type Counts = Readonly<Record<CounterName, number>>;

/** Remaining amounts, which a branch counts down. */
export type CountsLeft = Record<CounterName, number>;

// Every run and every piece of shared work creates amounts. They are object literals, which are
// fastest, and the type requires each counter.

/** Returns an amount for each counter. */
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

/**
 * Divides amounts into whole shares for `count` branches. The first gets the remainder, so nothing
 * is lost.
 */
export function divide(counts: Counts, count: number): Counts[] {
  const whole = countsOf((name) => Math.floor(counts[name] / count));
  const remainder = countsOf((name) => counts[name] % count);
  return Array.from({ length: count }, (_, index) => {
    const share = copyOf(whole);
    for (const name of counterNames) if (index < remainder[name]) share[name]++;
    return share;
  });
}
