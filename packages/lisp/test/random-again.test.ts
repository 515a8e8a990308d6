// A program without effects may be run again from its start: on a new stack, to give the host a
// turn, or because it makes lazy sequences. It then draws the same random numbers.

import { expect, test } from "vitest";
import { systemClock, TraceScope } from "@ptc/core/contracts";
import { run, type LispRunOptions } from "../src/index.ts";

/** Returns a source whose numbers all differ. */
function counting(): () => number {
  let count = 0;
  return () => (count += 1) / 1_000;
}

async function numbersOf(source: string, more: LispRunOptions = {}): Promise<unknown> {
  const step = await run(source, { random: counting(), ...more });
  if (!step.ok) throw new Error(step.fail.message);
  return step.return;
}

/** A clock that advances by 20 ms at each reading. */
function fastClock() {
  let time = 0;
  return { now: () => 0, monotonic: () => (time += 20) };
}

const draw = "(rand-int 1000000000)";
const programs: Readonly<Record<string, string>> = {
  "on a new stack": `(defn deep [n] (if (= n 0) 0 (inc (deep (dec n)))))
    (let [n ${draw}] (deep 3000) n)`,
  "after a turn": `(let [n ${draw}] (loop [i 0] (if (< i 300000) (recur (inc i)) n)))`,
  "with a lazy sequence": `(let [n ${draw}] (first (map (fn [_] n) (iterate inc 0))))`,
};

const untraced: LispRunOptions = {};
const traced = (): LispRunOptions => ({
  trace: new TraceScope({
    sink: { emit: () => undefined },
    clock: systemClock,
    random: () => 0.5,
    traceId: "t",
  }),
});

test.each(Object.entries(programs))(
  "a program draws the same numbers again %s",
  async (_, source) => {
    const expected = await numbersOf(draw);
    for (const more of [untraced, traced()]) {
      const options = { clock: fastClock(), limits: { timeoutMs: 1e9, steps: 1e7 }, ...more };
      expect(await numbersOf(source, options)).toBe(expected);
      const beside = Array.from({ length: 8 }, () => numbersOf(source, options));
      expect(await Promise.all(beside)).toEqual(beside.map(() => expected));
    }
  },
);
