import { describe, expect, test } from "vitest";
import { answerLines } from "./answer-lines.ts";
import { isTable, tableLines } from "./answer-table.ts";

const rows = [
  { package: "semver", versions: ["6.3.1", "7.7.3"], count: 2 },
  { package: "ansi-styles", versions: [], count: 10, note: { by: "x" } },
];

describe("a table", () => {
  test("has a column for every key, lists joined, numbers to the right", () => {
    expect(tableLines(rows, Infinity)).toEqual([
      "package      versions      count  note",
      "-----------  ------------  -----  ----------",
      "semver       6.3.1, 7.7.3      2",
      'ansi-styles                   10  {"by":"x"}',
    ]);
  });

  test("gives the maps in a nested list rows of their own", () => {
    const nested = [
      {
        name: "a",
        versions: [
          { version: "1", name: "x" },
          { version: "2", by: ["p", "q"] },
        ],
        count: 2,
      },
      { name: "b", versions: [], count: 0 },
    ];
    expect(tableLines(nested, Infinity)).toEqual([
      "name  count  version  versions.name  by",
      "----  -----  -------  -------------  ----",
      "a         2  1        x",
      "             2                       p, q",
      "b         0",
    ]);
    expect(tableLines([{ one: [{ a: 1 }], two: [{ b: 2 }] }], Infinity).at(-1)).toBe(
      '{"a":1}  {"b":2}',
    );
  });

  test("keeps every character when it is too wide: cells go on in further lines", () => {
    const lines = tableLines(
      [{ name: "a", list: Array.from({ length: 12 }, (_, index) => `workspace-${String(index)}`) }],
      40,
    );
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
    expect(
      lines
        .slice(2)
        .map((line) => line.slice(6))
        .join(" "),
    ).toBe(Array.from({ length: 12 }, (_, index) => `workspace-${String(index)}`).join(", "));
  });

  test("shows control characters escaped and line ends as spaces", () => {
    expect(tableLines([{ "a\u001b[31m": "x\ny\u0007" }], Infinity)).toEqual([
      "a\\u001b[31m",
      "-----------",
      "x y\\u0007",
    ]);
  });

  test("takes wide characters for two columns", () => {
    expect(
      tableLines(
        [
          { a: "日本", b: "x" },
          { a: "abcd", b: "y" },
        ],
        Infinity,
      ).slice(2),
    ).toEqual(["日本  x", "abcd  y"]);
  });

  test("reads own fields only, whatever their names", () => {
    expect(tableLines([{ constructor: 1 }, { b: 2 }], Infinity)).toEqual([
      "constructor  b",
      "-----------  -",
      "          1",
      "             2",
    ]);
  });

  test("is made of a list of maps only", () => {
    expect([rows, [], [1], [[1]], { a: 1 }, [new Date()], [null]].map(isTable)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

test("an answer that is no table is text or JSON", () => {
  expect(answerLines("two\nlines\u001b", 80)).toEqual(["two", "lines\\u001b"]);
  expect(answerLines({ total: 3n }, 80)).toEqual([
    "{",
    '  "total": {',
    '    "$integer": "3"',
    "  }",
    "}",
  ]);
  expect(answerLines(null, 80)).toEqual(["null"]);
});
