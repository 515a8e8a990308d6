import { expect, test } from "vitest";
import { answerLines } from "./answer-lines.ts";
import { displayWidth } from "./text-width.ts";

test("shows lists of maps inside a map as tables, and other fields beside their names", () => {
  const answer = {
    least: "Cobalt",
    suppliers: [
      { supplier: "Alder", percent: 4.7 },
      { supplier: "Cobalt", percent: 4.5 },
    ],
    checked: { by: ["Ann", "Bo"], notes: [{ id: 7 }] },
    count: 2,
  };
  expect(answerLines(answer, Infinity)).toEqual([
    "least  Cobalt",
    "suppliers",
    "  supplier  percent",
    "  --------  -------",
    "  Alder         4.7",
    "  Cobalt        4.5",
    "checked",
    "  by  Ann, Bo",
    "  notes",
    "    id",
    "    --",
    "     7",
    "count  2",
  ]);
});

test("keeps maps without a list of maps as JSON", () => {
  expect(answerLines({ a: [1, 2], b: [] }, 80)[0]).toBe("{");
});

test("wraps texts at their words, also with wide characters", () => {
  const answer = { text: "界面 ".repeat(40), rows: [{ id: 1 }] };
  const lines = answerLines(answer, 40);
  expect(lines.length).toBeGreaterThan(6);
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(40);
  expect(answerLines("one two three four five six", 20)).toEqual([
    "one two three four",
    "five six",
  ]);
});

test("shows hostile names and texts without control characters", () => {
  const hostile = "__proto__\u001b[2J\nx";
  const answer = Object.fromEntries<unknown>([
    [hostile, hostile],
    ["rows", [{ [hostile]: hostile }]],
  ]);
  const lines = answerLines(answer, 60);
  expect(lines.join("")).not.toMatch(/\p{Cc}/u);
  expect(lines[0]).toBe("__proto__\\u001b[2J\\u000ax  __proto__\\u001b[2J x");
});

test("a map that contains itself is shown as before", () => {
  const answer: Record<string, unknown> = { a: 1 };
  answer["self"] = answer;
  expect(answerLines(answer, 80).join("\n")).toContain("a");
});
