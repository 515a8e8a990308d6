import fc from "fast-check";
import { expect, test } from "vitest";
import { toolNameLines } from "./tool-names.ts";

const names = ["crm-find", "weather", "github/issues", "crm-list", "now", "github/pulls", "a.b"];

test("puts names with the same prefix on one line, in the order of the tools", () => {
  expect(toolNameLines(names, 1_000)).toEqual({
    lines: [
      "- crm: crm-find crm-list",
      "- github: github/issues github/pulls",
      "- others: weather now a.b",
    ],
    isWhole: true,
  });
  expect(toolNameLines(["weather", "now"], 1_000).lines).toEqual(["- weather now"]);
});

test("shows the first names of each line if there isn't room for all", () => {
  const many = Array.from({ length: 500 }, (_, index) => [
    `crm-${String(index)}`,
    `hr_${String(index)}`,
  ]).flat();
  const { lines, isWhole } = toolNameLines(many, 150);
  expect(isWhole).toBe(false);
  expect(lines).toEqual([
    "- crm: crm-0 crm-1 crm-2 crm-3 crm-4 crm-5 crm-6 and 493 more",
    "- hr: hr_0 hr_1 hr_2 hr_3 hr_4 hr_5 hr_6 and 493 more",
  ]);
  expect(toolNameLines([...many, "x".repeat(500)], 150).lines.at(-1)).toBe("- and 1 more");
  expect(toolNameLines(many, 0).lines).toEqual(["- and 1000 more"]);
});

test("shows or counts every name within the room", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "b", "-", "/", "_"), minLength: 1 });
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 1 }),
      fc.integer({ min: 40, max: 400 }),
      (given, room) => {
        const { lines, isWhole } = toolNameLines(given, room);
        const words = lines.flatMap((line) => line.split(" "));
        const counted = [...lines.join("\n").matchAll(/and (\d+) more/g)];
        const left = counted.reduce((sum, [, count]) => sum + Number(count), 0);
        const shown = given.filter((each) => words.includes(each));
        expect(shown.length + left).toBeGreaterThanOrEqual(given.length);
        expect(isWhole).toBe(left === 0);
        expect(lines.join("\n").length).toBeLessThanOrEqual(room);
      },
    ),
  );
});
