// Random missions whose branches share caches, limits, tasks and journals, and whose tools, models
// and stores settle in a random order. In each pass, some of the calls that wait are decided. A
// resumed run never differs from the recorded one, and repeats no call and no request.

import { expect, test } from "vitest";
import { randomStream } from "@ptc/core/internal/random";
import { approve, deny } from "../../src/index.ts";
import { kinds, randomMission, type Desk, type Mission } from "../replay-missions.ts";
import { passes } from "./passes.ts";

const isFull = process.env["PTC_TESTS"] !== undefined;

type Make = (random: () => number, desk?: Desk) => Mission;

/** Runs a mission to its end. Each pass has its own agent and its own order of arrivals. */
async function played(make: Make, seed: string) {
  const random = randomStream(0, `decisions ${seed}`);
  const share = 0.2 + 0.8 * random();
  const made: string[] = [];
  const asked: string[] = [];
  const salt = Math.floor(random() * 5);
  const desk: Desk = {
    held: (tool, id) => (id + tool.length + salt) % 3 === 0,
    note: (call) => made.push(call),
  };
  const shapeOf = (pass: number): Mission => {
    // The same mission in each pass, but other waits.
    const shape = randomStream(0, `shape ${seed}`);
    const waits = randomStream(0, `waits ${seed} ${String(pass)}`);
    let isShape = true;
    const mission = make(() => (isShape ? shape() : waits()), desk);
    isShape = false;
    return mission;
  };
  let current = shapeOf(0);
  const result = await passes(
    () => current.agent,
    (pass) => {
      if (pass > 0) current = shapeOf(pass);
      return {
        ...current.options,
        random: () => 0.5,
        onEvent: (event) => {
          if (event.type === "model-request-end") asked.push(`${event.traceId} ${event.spanId}`);
        },
      };
    },
    (pending) => {
      const some = pending.filter(() => random() < share);
      const chosen = some.length === 0 ? pending.slice(-1) : some;
      return Object.fromEntries(
        chosen.map(({ id }) => [id, random() < 0.2 ? deny("no") : approve()]),
      );
    },
  );
  return { ...result, made, asked };
}

/** Tools with retries are called again, under the same id, until they answer. */
const isOnce = (call: string): boolean => !call.startsWith("flaky");

async function expectNothingTwice(make: Make, seed: string): Promise<number> {
  const { made, asked, waited } = await played(make, seed).catch((error: unknown) => {
    throw new Error(seed, { cause: error });
  });
  const once = made.filter(isOnce);
  expect(once.toSorted(), seed).toEqual([...new Set(once)].sort());
  for (const call of new Set(made))
    expect(made.filter((other) => other === call).length).toBeLessThan(3);
  expect(asked.toSorted(), seed).toEqual([...new Set(asked)].sort());
  return waited.length;
}

test.each(Object.entries(kinds))(
  "no call is made twice in missions with %s",
  async (name, make) => {
    let pauses = 0;
    for (let n = 0; n < (isFull ? 20 : 2); n++)
      pauses += await expectNothingTwice(make, `${name} ${String(n)}`);
    expect(pauses).toBeGreaterThan(0);
  },
  300_000,
);

test("random missions continue without a difference, in any order of decisions", async () => {
  let pauses = 0;
  for (let n = 0; n < (isFull ? 300 : 12); n++)
    pauses += await expectNothingTwice(randomMission, `random ${String(n)}`);
  expect(pauses).toBeGreaterThan(12);
}, 600_000);
