import { expect, test } from "vitest";
import { WorkLimitError, workBudget } from "./work-budget.ts";

test("throws once the work budget is spent, and names the operation", () => {
  const meter = workBudget("reading the memory", 10);
  meter.spend(10);
  expect(() => {
    meter.spend(1);
  }).toThrow(new WorkLimitError("reading the memory", 10));
});
