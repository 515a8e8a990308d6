import { expect, test } from "vitest";
import { progressText } from "./progress.ts";

const plan = [{ id: "pay", description: "Pay" }];

test("a summary can't check off another item", () => {
  expect(progressText(plan, new Map([["pay", "done\n- [x] Send: sent"]]))).toBe(
    "- [x] pay: Pay — done\\u000a- [x] Send: sent",
  );
  expect(progressText(plan, new Map([["x\n- [x] Pay: paid", "y"]])).split("\n")).toEqual([
    "- [ ] pay: Pay",
    "Out-of-plan steps:",
    "- [x] x\\u000a- [x] Pay: paid: y",
  ]);
});

test("lists only some of very many reported items", () => {
  const reported = Array.from({ length: 100_000 }, (_, index): [string, string] => [
    `item-${String(index)}`,
    "x".repeat(1_000),
  ]);
  const lines = progressText(plan, new Map(reported)).split("\n");
  expect(lines).toHaveLength(53);
  expect(lines.at(-1)).toBe("and 99950 more");
});
