import { describe, expect, test } from "vitest";
import { Allowance } from "./allowance.ts";

const spent = (allowance: Allowance, times: number): Allowance => {
  for (let time = 0; time < times; time++) allowance.spend();
  return allowance;
};

describe("an allowance", () => {
  test("is taken from those above too, and what is left there bounds it", () => {
    const above = new Allowance(3);
    const [first, second] = [new Allowance(5, above), new Allowance(5, above)];
    spent(first, 2);
    expect([above.left, first.left, second.left]).toEqual([1, 1, 1]);
    spent(second, 1);
    expect([first.left, first.isUsedUpAbove, first.usedUp]).toEqual([0, true, 3]);
  });

  test("that is used up itself is told as its own", () => {
    const own = spent(new Allowance(1, Allowance.ofRuns(1)), 1);
    expect([own.isUsedUpAbove, own.isUsedUpByRuns, own.usedUp]).toEqual([false, false, 1]);
  });

  test("of several runs is told apart from that of a mission, however far above it is", () => {
    const runs = Allowance.ofRuns(2);
    const child = new Allowance(9, new Allowance(5, runs));
    spent(runs, 2);
    expect([child.left, child.isUsedUpByRuns, child.usedUp]).toEqual([0, true, 2]);
    const mission = new Allowance(2);
    const below = spent(new Allowance(9, mission), 2);
    expect([below.left, below.isUsedUpByRuns]).toEqual([0, false]);
  });
});
