import { describe, expect, test } from "vitest";
import { Spending, oneRequest, type Amounts, type Reservation } from "./spending.ts";

const never = new AbortController().signal;
const costing = (cost: number): Amounts => ({ ...oneRequest, cost });

function taken(spending: Spending, amounts: Amounts): Reservation {
  const reserved = spending.reserve(amounts, never);
  if (reserved instanceof Promise || "reason" in reserved) throw new Error("not taken");
  return reserved;
}

describe("a cost limit", () => {
  test("accepts costs that reach the limit exactly, despite rounding", () => {
    const spending = new Spending({ maxCost: 0.3 });
    for (let index = 0; index < 3; index++) taken(spending, costing(0.1)).settle(costing(0.1));
    expect(spending.refusal(costing(0.1))).toMatchObject({ reason: "budget_exceeded" });
  });

  test("leaves no rounding error after reservations are settled", () => {
    const spending = new Spending({ maxCost: 1 });
    const reservations = [0.1, 0.2, 0.3].map((cost) => taken(spending, costing(cost)));
    for (const reservation of reservations.toReversed()) reservation.settle(costing(0));
    taken(spending, costing(1)).settle(costing(1));
  });
});

describe("a request while the rest of the budget is reserved", () => {
  test("waits until the reservation is settled, and then uses the remaining budget", async () => {
    const spending = new Spending({ maxTokens: 100 });
    const first = taken(spending, { ...oneRequest, tokens: 80 });
    const second = spending.reserve({ ...oneRequest, tokens: 50 }, never);
    expect(second).toBeInstanceOf(Promise);
    first.settle({ ...oneRequest, tokens: 40 });
    expect(await second).toHaveProperty("settle");
  });

  test("is refused if nothing is left after settling, and stops waiting on abort", async () => {
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

test("child missions leave one request for their parent missions", () => {
  const above = new Spending({ maxModelCalls: 3 });
  const below = new Spending({}, above);
  expect(below.requestsLeft).toBe(2);
  taken(below, oneRequest).settle(oneRequest);
  taken(below, oneRequest).settle(oneRequest);
  expect(below.refusal(oneRequest)).toMatchObject({ reason: "budget_exceeded" });
  expect(above.refusal(oneRequest)).toBeUndefined();
});

test("a budget for several runs reserves no request itself, but each mission in it does", () => {
  const runs = Spending.ofRuns({ maxModelCalls: 2 });
  const mission = new Spending({}, runs);
  const below = new Spending({}, mission);
  expect([mission.requestsLeft, below.requestsLeft]).toEqual([2, 1]);
  taken(below, oneRequest).settle(oneRequest);
  expect(below.refusal(oneRequest)).toMatchObject({ reason: "budget_exceeded" });
  taken(mission, oneRequest).settle(oneRequest);
  expect(mission.refusal(oneRequest)?.message).toContain("2 requests for all runs together");
});
