// Building a map or set of many keys counts a step for every key and reads the clock at every slice
// of steps. So the time limit stops a program between keys, not after them.

import { expect, test } from "vitest";
import { run } from "../../src/index.ts";

const count = 200_000;
/** The maximum number of steps between two readings. */
const slice = 4096;
const context = {
  x: Array.from({ length: count }, (_, index) => index),
  pairs: Array.from({ length: count }, (_, index) => [index, index]),
};

test("building a lookup table reads the clock along the way", async () => {
  let readings = 0;
  const clock = { now: () => 0, monotonic: () => readings++ * 0.001 };
  const step = await run("(get (zipmap data/x data/x) 7)", { context, clock });
  expect(step).toMatchObject({ ok: true, value: 7 });
  expect(readings).toBeGreaterThan((step.usage.steps + count) / slice);
});

test.each([
  ["(set data/x)", 1],
  ["(frequencies data/x)", 1],
  ["(select-keys data/x data/x)", 1],
  ["(into {} data/pairs)", 1],
  ["(clojure.set/map-invert (into {} data/pairs))", 2],
  ["(reduce conj #{} data/x)", 1],
  // A step for each call of the function, for each key and for each group.
  ["(group-by identity data/x)", 3],
  ["(distinct-by identity data/x)", 2],
])("%s reads the clock along the way", async (program, stepsOfKey) => {
  let readings = 0;
  const clock = { now: () => 0, monotonic: () => readings++ * 0.001 };
  const step = await run(`(count ${program})`, { context, clock });
  expect(step.ok).toBe(true);
  expect(step.usage.steps).toBeGreaterThanOrEqual(count * stepsOfKey);
  expect(readings).toBeGreaterThan((count * stepsOfKey) / slice);
});
