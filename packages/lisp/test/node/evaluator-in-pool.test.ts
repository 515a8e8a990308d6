// An evaluator over a pool: shared data, and programs whose process was ended.

import { expect, test } from "vitest";
import { createEvaluator } from "../../src/evaluator.ts";
import { forEver, noSteps, testPools } from "./pools.ts";

const { poolOf } = testPools();

test("runs programs of users in a pool, and charges one whose process was ended by its limits", async () => {
  const pool = poolOf();
  const limits = { ...noSteps, timeoutMs: 5_000 };
  const clock = { monotonic: () => 0 };
  const evaluator = createEvaluator({ pool, perUser: { steps: 1e12 }, clock });
  const context = pool.share({ rows: [1, 2, 3] });
  const count = await evaluator.run("(count data/rows)", { user: "ann", context });
  expect(count.ok && count.return).toBe(3);
  const signal = AbortSignal.timeout(50);
  const endless = await evaluator.run(forEver, { user: "ann", limits, signal });
  expect(endless.ok || endless.fail.reason).toBe("cancelled");
  // The run keeps its place until its process is replaced.
  expect(evaluator.load().running).toBe(1);
  expect((await evaluator.run("1", { user: "bob" })).ok).toBe(true);
  expect(evaluator.load().running).toBe(0);
  expect(await evaluator.run("1", { user: "ann" })).toMatchObject({ quota: "steps" });
});

test("a program that reaches a limit pays for the process that replaces its own", async () => {
  const clock = { monotonic: () => 0 };
  const evaluator = createEvaluator({ pool: poolOf(), perUser: { steps: 5_000_000 }, clock });
  const step = await evaluator.run(forEver, { user: "ann", limits: { steps: 1_000 } });
  expect(step.fail?.reason).toBe("step_limit_exceeded");
  expect(await evaluator.run("1", { user: "ann" })).toMatchObject({ quota: "steps" });
});
