import { describe, expect, test } from "vitest";
import { answerLines } from "./answer-lines.ts";
import { isTable, tableLines } from "./answer-table.ts";

const rows = [
  { package: "semver", versions: ["6.3.1", "7.7.3"], count: 2 },
  { package: "ansi-styles", versions: [], count: 10, note: { by: "x" } },
];

describe("an answer as a table", () => {
  test("has a column for every key, joins lists, and right-aligns numbers", () => {
    expect(tableLines(rows, Infinity)).toEqual([
      "package      versions      count  note",
      "-----------  ------------  -----  ----------",
      "semver       6.3.1, 7.7.3      2",
      'ansi-styles                   10  {"by":"x"}',
    ]);
  });

  test("gives the maps in a nested list their own rows", () => {
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

  test("keeps every character of a table that is too wide by wrapping cells", () => {
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

  test("shows control characters as escapes and line breaks as spaces", () => {
    expect(tableLines([{ "a\u001b[31m": "x\ny\u0007" }], Infinity)).toEqual([
      "a\\u001b[31m",
      "-----------",
      "x y\\u0007",
    ]);
  });

  test("counts wide characters as two columns", () => {
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

  test("reads only own fields, whatever their names", () => {
    expect(tableLines([{ constructor: 1 }, { b: 2 }], Infinity)).toEqual([
      "constructor  b",
      "-----------  -",
      "          1",
      "             2",
    ]);
  });

  test("makes tables only from lists of maps", () => {
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

test("shows an answer that isn't a table as text or JSON", () => {
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

describe("a large answer", () => {
  const numbered = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

  test.each<[string, () => readonly Record<string, unknown>[], string]>([
    [
      "a row of 200,000 names",
      () => [Object.fromEntries(numbered(200_000).map((index) => [`n${String(index)}`, index]))],
      "… 199,960 more columns: n40, n41, n42, n43, n44, n45, n46, n47, n48, n49, …",
    ],
    [
      "rows with different names",
      () => numbered(20_000).map((index) => ({ [`n${String(index)}`]: index })),
      "… 960 more columns: n40, n41, n42, n43, n44, n45, n46, n47, n48, n49, …",
    ],
    ["many rows", () => numbered(100_000).map((index) => ({ index })), "… 99,000 more rows"],
    [
      "many rows inside one row",
      () => [{ name: "a", rows: numbered(100_000).map((index) => ({ index })) }],
      "… 99,000 more rows",
    ],
    [
      "much text in its cells",
      () => numbered(2_000).map(() => ({ text: "é ".repeat(50_000) })),
      "… 1,951 more rows",
    ],
  ])("shows %s as a table and reports the omitted parts", (_, make, said) => {
    const answer = make();
    const before = process.cpuUsage();
    const lines = tableLines(answer, 100);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(8_000);
    expect(lines.length).toBeLessThan(5_000);
    expect(lines.at(-1)).toBe(said);
  });

  test("cuts a large answer in one cell", () => {
    const [, , list = "", ...others] = tableLines([{ list: numbered(100_000) }], Infinity);
    expect([list.length, list.slice(-1), others]).toEqual([4_001, "…", []]);
  });

  test("shows an excerpt of a deeply nested answer, even if it has little text", () => {
    let deep: unknown = Array.from({ length: 20_000 }, (_, index) => index);
    for (let level = 0; level < 100; level++) deep = [deep];
    const lines = answerLines(deep, 80);
    expect(lines.at(-1)).toBe("(an excerpt: the whole answer is too large to show)");
    expect(lines.join("\n").length).toBeLessThan(200_000);
  });

  test("shows an excerpt of a large answer that isn't a table", () => {
    const lines = answerLines({ rows: numbered(500_000), large: 2n ** 524_000n }, 100);
    expect(lines.at(-1)).toBe("(an excerpt: the whole answer is too large to show)");
    expect(lines.join("").length).toBeLessThan(110_000);
  });
});
