import { describe, expect, test } from "vitest";
import { Allowance } from "./allowance.ts";

const spent = (allowance: Allowance, times: number): Allowance => {
  for (let time = 0; time < times; time++) allowance.spend();
  return allowance;
};

describe("an allowance", () => {
  test("spending also spends the parent allowances, and their remainder is the upper bound", () => {
    const above = new Allowance(3);
    const [first, second] = [new Allowance(5, above), new Allowance(5, above)];
    spent(first, 2);
    expect([above.left, first.left, second.left]).toEqual([1, 1, 1]);
    spent(second, 1);
    expect([first.left, first.isUsedUpAbove, first.usedUp]).toEqual([0, true, 3]);
  });

  test("attributes exhaustion to the allowance itself if it is used up", () => {
    const own = spent(new Allowance(1, Allowance.ofRuns(1)), 1);
    expect([own.isUsedUpAbove, own.isUsedUpByRuns, own.usedUp]).toEqual([false, false, 1]);
  });

  test("distinguishes the allowance of several runs from that of a mission at any depth", () => {
    const runs = Allowance.ofRuns(2);
    const child = new Allowance(9, new Allowance(5, runs));
    spent(runs, 2);
    expect([child.left, child.isUsedUpByRuns, child.usedUp]).toEqual([0, true, 2]);
    const mission = new Allowance(2);
    const below = spent(new Allowance(9, mission), 2);
    expect([below.left, below.isUsedUpByRuns]).toEqual([0, false]);
  });
});
