// Fair turns, counted in queue positions: the runs that begin between the arrival of a run and its
// own beginning. Time is simulated, so the numbers are the same on every machine.

import { expect, test } from "vitest";
import { createEvaluator, type EvaluatorOptions } from "../../src/evaluator.ts";
import { simulatedPool } from "./simulated-pool.ts";

const users = 50;
const rounds = 60;
const processes = 2;
/** Milliseconds between two requests of a user: 50 users with runs of 4 ms use two thirds. */
const periodMs = 150;
const usualMs = 4;

interface Outcome {
  /** The queue positions of the runs of the other users, from low to high. */
  readonly positions: readonly number[];
  readonly refused: { readonly hostile: number; readonly others: number };
}

/** The first user sends `hostile` runs of 100 ms at each of its turns, instead of a usual one. */
async function outcomeOf(options: EvaluatorOptions, hostile = 0): Promise<Outcome> {
  const pool = simulatedPool(processes);
  const evaluator = createEvaluator({ pool, clock: pool.clock, ...options });
  const arrivedAfter = new Map<string, number>();
  const refused = { hostile: 0, others: 0 };
  const request = (user: number, runId: string, isHostile: boolean): void => {
    if (!isHostile && user > 0) arrivedAfter.set(runId, pool.started.length);
    const run = evaluator.run(String(isHostile ? 20 : usualMs), {
      user: `user ${String(user)}`,
      runId,
    });
    void run.then(({ status }) => {
      if (status === "refused") refused[isHostile ? "hostile" : "others"] += 1;
    });
  };
  for (let round = 0; round < rounds; round += 1)
    for (let user = 0; user < users; user += 1) {
      const isHostile = user === 0 && hostile > 0;
      // Spreads the arrivals: 37 and 149 have no common factor.
      const time = round * periodMs + ((user * 37 + round * 11) % 149);
      pool.at(time, () => {
        for (let count = 0; count < (isHostile ? hostile : 1); count += 1)
          request(user, `${String(round)}.${String(user)}.${String(count)}`, isHostile);
      });
    }
  await pool.finish();
  const places = new Map(pool.started.map((runId, index) => [runId, index]));
  const positions = Array.from(
    arrivedAfter,
    ([runId, before]) => (places.get(runId) ?? Infinity) - before,
  );
  return { positions: positions.sort((left, right) => left - right), refused };
}

function p99({ positions }: Outcome): number {
  return positions[Math.floor(positions.length * 0.99)] ?? NaN;
}

test("keeps the queue positions of others when one user sends many long runs", async () => {
  const options = { perUser: { concurrent: 1, steps: 3_200_000 } };
  const [calm, attacked] = [await outcomeOf(options), await outcomeOf(options, 30)];
  expect(calm.refused).toEqual({ hostile: 0, others: 0 });
  expect(attacked.refused.others).toBe(0);
  expect(attacked.refused.hostile).toBeGreaterThan(1_000);
  expect(p99(attacked)).toBeLessThanOrEqual(1.5 * p99(calm));
  // In the order of arrival, the same runs would push the others back.
  const unfair = await outcomeOf({ fair: false }, 30);
  expect(p99(unfair)).toBeGreaterThan(20 * p99(calm));
});
