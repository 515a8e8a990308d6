// Many programs at once, each with calls that wait: every pause shows all of them, also beside
// branches that compute, and beside other programs.

import { expect, test } from "vitest";
import { resume, run, type LispStep, type Tools } from "../../src/index.ts";
import { testPools } from "../node/pools.ts";
import { isFull, sampled } from "../sampled.ts";
import { approvals, waiting } from "./waiting-step.ts";

const { poolOf } = testPools();
const heldCount = 8;
const atOnce = 60;
const programs = isFull ? 300 : 62;

/** Branches that request their calls at different times: at once, after a call, after computing. */
const source = `
  (pmap (fn [i]
          (when (odd? i) (tool/look {:id i}))
          (when (> i 2) (loop [n 0] (if (< n (* i 3000)) (recur (inc n)) n)))
          (when (= i 5) (tool/look {:id i}))
          (tool/refund {:id i}))
        (range ${String(heldCount)}))`;

const tools: Tools = {
  look: ({ id }) =>
    new Promise((resolve) => {
      if (id === 1) resolve(id);
      else setTimeout(resolve, Number(id), id);
    }),
  refund: { needsApproval: true, execute: ({ id }) => id },
};

interface Place {
  readonly run: () => Promise<LispStep>;
  readonly resume: (step: ReturnType<typeof waiting>) => Promise<LispStep>;
}

/** Returns for each program the number of calls in its first pause, and its final result. */
async function pausesOf(count: number, place: Place): Promise<readonly unknown[]> {
  const results: unknown[] = [];
  let started = 0;
  const worker = async (): Promise<void> => {
    while (started < count) {
      started += 1;
      const step = waiting(await place.run());
      const end = await place.resume(step);
      results.push([step.pending.length, end.ok && end.return]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, atOnce) }, worker));
  return results;
}

const expected = (count: number): readonly unknown[] =>
  Array.from({ length: count }, () => [heldCount, [0, 1, 2, 3, 4, 5, 6, 7]]);

const tiers = [
  ["both tiers", "auto"],
  ["closures", "never"],
  ["generated code", { calls: 0, turns: 0 }],
] as const;

test.each(sampled(tiers, 3))(
  `${String(programs)} programs, 60 at once, with %s`,
  async (_tier, generate) => {
    const options = { tools, generate };
    const pauses = await pausesOf(programs, {
      run: () => run(source, options),
      resume: (step) => resume(source, step.checkpoint, { ...options, decisions: approvals(step) }),
    });
    expect(pauses).toEqual(expected(programs));
  },
);

const pooled = isFull ? 30 : 4;

test(`${String(pooled)} programs in a pool with two processes`, async () => {
  const pool = poolOf({ size: 2 });
  const pauses = await pausesOf(pooled, {
    run: () => pool.run(source, { tools }),
    resume: (step) => pool.resume(source, step.checkpoint, { tools, decisions: approvals(step) }),
  });
  expect(pauses).toEqual(expected(pooled));
});
