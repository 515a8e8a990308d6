// docs/threat-model.md agrees with the tests: each test that it names exists, and its table of
// values is the one that is tested.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { crossingTable } from "./crossing-table.ts";

const root = join(import.meta.dirname, "../../../..");
const document = readFileSync(join(root, "docs/threat-model.md"), "utf8");

/** `file: "name"`, as the column of tests writes it. */
const named = [...document.matchAll(/`([\w./-]+\.test\.tsx?)`: "([^"]+)"/g)].map(
  ([, file = "", name = ""]) => [file, name] as const,
);

/**
 * What tests and groups of tests are called: the text that a call's bracket opens with, on the same
 * line or the next.
 */
function titlesOf(source: string): string[] {
  return [...source.matchAll(/\(\s*(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(
    ([, , title = ""]) => title,
  );
}

/** A Markdown table's cells, line by line, however wide its columns are written. */
function cellsOf(table: string): string[][] {
  return table
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim().replace(/^-{3,}$/, "---")));
}

test("it names tests", () => {
  expect(named.length).toBeGreaterThan(20);
});

test.each(named)("%s has %s", (file, name) => {
  expect(existsSync(join(root, file))).toBe(true);
  const titles = titlesOf(readFileSync(join(root, file), "utf8"));
  expect(titles.filter((title) => title.startsWith(name))).not.toEqual([]);
});

test("every row of a promise names a test, or says what it waits for", () => {
  const rows = document.split("\n").filter((line) => /^\| P\d+ /.test(line));
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => !/\.test\.ts`: "|waits for/.test(row))).toEqual([]);
});

test("its table of values is the one that is tested", () => {
  const [, table = ""] = /<!-- values -->\n([^]*?)\n<!-- end of values -->/.exec(document) ?? [];
  expect(cellsOf(table)).toEqual(cellsOf(crossingTable()));
});
