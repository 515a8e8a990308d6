// Checks docs/threat-model.md against the tests: each named test exists, and its table of values
// equals the tested one.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { crossingTable } from "./crossing-table.ts";

const root = join(import.meta.dirname, "../../../..");
const document = readFileSync(join(root, "docs/threat-model.md"), "utf8");

/** Matches `file: "name"`, as in the column of tests. */
const named = [...document.matchAll(/`([\w./-]+\.test\.tsx?)`: "([^"]+)"/g)].map(
  ([, file = "", name = ""]) => [file, name] as const,
);

/**
 * Returns the titles of tests and groups: string literals after an opening parenthesis, on the
 * same line or the next.
 */
function titlesOf(source: string): string[] {
  return [...source.matchAll(/\(\s*(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(
    ([, , title = ""]) => title,
  );
}

/** Returns the cells of a Markdown table line by line, regardless of column width. */
function cellsOf(table: string): string[][] {
  return table
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim().replace(/^-{3,}$/, "---")));
}

test("the threat model names tests", () => {
  expect(named.length).toBeGreaterThan(20);
});

test.each(named)("%s contains the test %s", (file, name) => {
  expect(existsSync(join(root, file))).toBe(true);
  const titles = titlesOf(readFileSync(join(root, file), "utf8"));
  expect(titles.filter((title) => title.startsWith(name))).not.toEqual([]);
});

test("every promise names a test or says what it waits for", () => {
  const rows = document.split("\n").filter((line) => /^\| P\d+ /.test(line));
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => !/\.test\.ts`: "|waits for/.test(row))).toEqual([]);
});

test("the document's table of values equals the tested one", () => {
  const [, table = ""] = /<!-- values -->\n([^]*?)\n<!-- end of values -->/.exec(document) ?? [];
  expect(cellsOf(table)).toEqual(cellsOf(crossingTable()));
});
