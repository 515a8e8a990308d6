import { describe, expect, test } from "vitest";
import { Spending, oneRequest, type Amounts, type Reservation } from "./spending.ts";

const never = new AbortController().signal;
const costing = (cost: number): Amounts => ({ ...oneRequest, cost });

function taken(spending: Spending, amounts: Amounts): Reservation {
  const reserved = spending.reserve(amounts, never);
  if (reserved instanceof Promise || "reason" in reserved) throw new Error("not taken");
  return reserved;
}

describe("a limit of money", () => {
  test("takes what fits it exactly, whatever the rounding of its parts", () => {
    const spending = new Spending({ maxCost: 0.3 });
    for (let index = 0; index < 3; index++) taken(spending, costing(0.1)).settle(costing(0.1));
    expect(spending.refusal(costing(0.1))).toMatchObject({ reason: "budget_exceeded" });
  });

  test("keeps no rest of reservations that were settled", () => {
    const spending = new Spending({ maxCost: 1 });
    const reservations = [0.1, 0.2, 0.3].map((cost) => taken(spending, costing(cost)));
    for (const reservation of reservations.toReversed()) reservation.settle(costing(0));
    taken(spending, costing(1)).settle(costing(1));
  });
});

describe("a request that finds the rest reserved", () => {
  test("waits until that is settled, and goes on with what is left", async () => {
    const spending = new Spending({ maxTokens: 100 });
    const first = taken(spending, { ...oneRequest, tokens: 80 });
    const second = spending.reserve({ ...oneRequest, tokens: 50 }, never);
    expect(second).toBeInstanceOf(Promise);
    first.settle({ ...oneRequest, tokens: 40 });
    expect(await second).toHaveProperty("settle");
  });

  test("is refused when nothing is left after all, and ends with the signal", async () => {
    const spending = new Spending({ maxTokens: 100 });
    const first = taken(spending, { ...oneRequest, tokens: 80 });
    const second = spending.reserve({ ...oneRequest, tokens: 50 }, never);
    const stop = new AbortController();
    const third = spending.reserve({ ...oneRequest, tokens: 50 }, stop.signal);
    stop.abort();
    expect(await third).toBeUndefined();
    first.settle({ ...oneRequest, tokens: 80 });
    expect(await second).toMatchObject({ details: { limit: { option: "maxTokens" } } });
  });
});

test("missions below leave one request to those above", () => {
  const above = new Spending({ maxModelCalls: 3 });
  const below = new Spending({}, above);
  expect(below.requestsLeft).toBe(2);
  taken(below, oneRequest).settle(oneRequest);
  taken(below, oneRequest).settle(oneRequest);
  expect(below.refusal(oneRequest)).toMatchObject({ reason: "budget_exceeded" });
  expect(above.refusal(oneRequest)).toBeUndefined();
});

test("several runs keep no request for those above, but each mission among them does", () => {
  const runs = Spending.ofRuns({ maxModelCalls: 2 });
  const mission = new Spending({}, runs);
  const below = new Spending({}, mission);
  expect([mission.requestsLeft, below.requestsLeft]).toEqual([2, 1]);
  taken(below, oneRequest).settle(oneRequest);
  expect(below.refusal(oneRequest)).toMatchObject({ reason: "budget_exceeded" });
  taken(mission, oneRequest).settle(oneRequest);
  expect(mission.refusal(oneRequest)?.message).toContain("2 requests for all runs together");
});
