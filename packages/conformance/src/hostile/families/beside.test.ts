// Runs beside each other in one process: each returns its own value, in a bounded number of host
// tasks.

import { describe, expect, test } from "vitest";
import { run } from "@ptc/lisp";
import { besideAttack, mostTasks, victimRun, victims } from "./beside.ts";

const nothing = (): Promise<void> => Promise.resolve();
const hostTask = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Endless programs of several kinds. */
const endless: readonly string[] = [
  "(loop [] (recur))",
  "(loop [] (tool/later) (recur))",
  "(pmap (fn [x] (loop [i 0] (recur (inc i)))) (range 5))",
  "(loop [a 0] (recur (reduce + (map inc (range 1000)))))",
];

/** Runs all endless programs together for some tasks of the host. */
async function endlessRuns(): Promise<void> {
  const abort = new AbortController();
  const steps = endless.map((source) =>
    run(source, {
      signal: abort.signal,
      limits: { steps: 1e15, memoryBytes: 1e15, toolCalls: 1e9, timeoutMs: 1e9 },
      tools: { later: () => Promise.resolve(1) },
    }),
  );
  for (let task = 0; task < 30; task++) await hostTask();
  abort.abort();
  await Promise.all(steps);
}

describe("a run beside an attack", () => {
  test.each(victims)(
    "returns its value in a few tasks beside endless runs: %s",
    async (...victim) => {
      const { fault, latencies } = await besideAttack(endlessRuns, victim);
      expect(fault).toBeUndefined();
      expect(latencies.length).toBeGreaterThan(1);
    },
  );

  test("is reported if its value is wrong", async () => {
    expect(await besideAttack(nothing, ["(+ 1 2)", 4])).toMatchObject({
      fault: "beside an attack, the run (+ 1 2) returns 3",
    });
  });

  test("is reported if it takes too many tasks of the host", async () => {
    const waiting = victims.find(([source]) => source.includes("pmap")) ?? ["", null];
    expect((await victimRun(waiting)).latency.tasks).toBeLessThan(mostTasks / 2);
    const { fault } = await besideAttack(nothing, waiting, 0);
    expect(fault).toMatch(/^beside an attack, the run .* takes \d+ tasks of the host$/);
  });
});
