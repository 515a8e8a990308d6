import fc from "fast-check";
import { expect, test } from "vitest";
import { boundedForms, formsOf, historyBounds, lineOf } from "./history-text.ts";

test("returns distinct forms with all their lines, newest first", () => {
  const text = ["(+ 1\n   2)", "a", '"é\t漢"', "a"].map(lineOf).join("");
  expect(text.split("\n")).toHaveLength(5);
  expect(formsOf(text)).toEqual(["a", '"é\t漢"', "(+ 1\n   2)"]);
});

test("ignores lines that are not forms", () => {
  const lines = ["ls -l", '{"a":1}', '"unclosed', "12", '""', '"\\u001b[2J"', '"\\ud800"', '"ok"'];
  expect(formsOf(lines.join("\n"))).toEqual(["ok"]);
});

test("accepts any text as a history file", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (text) => {
      for (const form of formsOf(text)) expect(form).not.toContain("\u001b");
    }),
  );
});

test("retains the newest forms within the limits of count and size", () => {
  const many = Array.from({ length: 3_000 }, (_, index) => `(+ ${String(index)} 1)`);
  expect(boundedForms(many)).toEqual(many.slice(0, historyBounds.forms));
  const long = Array.from({ length: 100 }, (_, index) => `"${String(index)}${"x".repeat(50_000)}"`);
  const bounded = boundedForms(long);
  expect(bounded).toEqual(long.slice(0, bounded.length));
  expect(bounded.map(lineOf).join("").length).toBeLessThanOrEqual(historyBounds.characters);
  expect(bounded.length).toBeGreaterThan(15);
});
