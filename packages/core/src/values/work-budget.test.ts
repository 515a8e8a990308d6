import { expect, test } from "vitest";
import { WorkLimitError, workBudget } from "./work-budget.ts";

test("a door ends after its work, and says which door it was", () => {
  const meter = workBudget("reading the memory", 10);
  meter.spend(10);
  expect(() => {
    meter.spend(1);
  }).toThrow(new WorkLimitError("reading the memory", 10));
});
