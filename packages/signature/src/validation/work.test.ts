// Tests that a check ends within its budget, and that its messages don't grow with the value.

import { describe, expect, test } from "vitest";
import { signature } from "../parse-signature.ts";
import { validateInput, validateOutput } from "./validate.ts";

/** Returns the milliseconds of processor time that this process spends on `work`. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const longName = "abcdefghij".repeat(4);
const numbered = (count: number, name: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => name(index));

describe("suggestions of similar names", () => {
  test("searches the values of an enum only for listed violations", () => {
    const states = signature(
      `() -> [#{${numbered(20, (index) => `value_${longName}${String(index)}`).join(" ")}}]`,
    );
    const wrong = numbered(20_000, (index) => `valeu_${longName}x${String(index)}`);
    let result: ReturnType<typeof validateOutput> | undefined;
    expect(processorTime(() => (result = validateOutput(states, wrong)))).toBeLessThan(1_000);
    expect(result).toMatchObject({ ok: false, omitted: 19_980 });
  });

  test("searches the fields of a closed map only for listed violations", () => {
    const closed = signature(
      `() -> {${numbered(500, (index) => `field_name_${String(index)} :int?`).join(", ")}}`,
    );
    const value = Object.fromEntries(
      numbered(20_000, (index) => `feild_name_${String(index)}`).map((name) => [name, 1]),
    );
    let result: ReturnType<typeof validateOutput> | undefined;
    expect(
      processorTime(() => (result = validateOutput(closed, value, { mode: "strict" }))),
    ).toBeLessThan(1_000);
    expect(result).toMatchObject({ ok: false, omitted: 19_980 });
  });
});

test("searches the keys of a map once, no matter how many fields are missing", () => {
  const fields = numbered(2_000, (index) => `field_${String(index)} :int?`).join(", ");
  const value = new Map(
    numbered(50_000, (index) => `fiel-${String(index)}`).map((name, index) => [name, index]),
  );
  let result: unknown;
  expect(
    processorTime(() => (result = validateOutput(signature(`() -> {${fields}}`), value))),
  ).toBeLessThan(2_000);
  expect(result).toMatchObject({ ok: true });
});

describe("a value that takes too much work to check", () => {
  // Every location of the list is checked, although there is only one list.
  const shared = Array<unknown>(10_000).fill(0);
  const value = numbered(3_000, () => "").map(() => [...shared]);

  test(
    "refuses a value that takes too much work to check, and says what to do",
    { tags: "full" },
    () => {
      const result = validateOutput(signature("() -> [[:int]]"), value);
      expect(result).toMatchObject({
        ok: false,
        violations: [
          {
            path: "",
            message:
              "expected a value that can be checked, got one that is too large: checking the value takes more than 20000000 units of work (return less, or a summary)",
          },
        ],
      });
      expect(validateInput(signature("(rows [[:int]]) -> :any"), { rows: value })).toMatchObject({
        ok: false,
        violations: [{ advice: "pass less" }],
      });
    },
  );

  test("refuses data without a more specific type that takes too much work", () => {
    expect(validateOutput(signature("() -> :any"), value)).toMatchObject({ ok: false });
  });
});

test("writes the expected type on one line, even if enum values have line feeds", () => {
  const result = validateOutput(signature('() -> #{"a\\nb" c}'), 1);
  expect(result.ok ? [] : result.violations.map(({ message }) => message)).toEqual([
    expect.not.stringContaining("\n"),
  ]);
});
