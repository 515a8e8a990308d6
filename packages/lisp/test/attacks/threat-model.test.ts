// docs/threat-model.md is true to the tests: each one it names exists, and its table of values is
// the one that is tested.

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

test("it names tests", () => {
  expect(named.length).toBeGreaterThan(20);
});

test.each(named)("%s has %s", (file, name) => {
  expect(existsSync(join(root, file))).toBe(true);
  // A name stands where a test or a group of tests begins, behind its bracket and quote.
  const places = [`("${name}`, `('${name}`, `(\`${name}`];
  const source = readFileSync(join(root, file), "utf8");
  expect(places.filter((place) => source.includes(place))).not.toEqual([]);
});

test("every row of a promise names a test, or says what it waits for", () => {
  const rows = document.split("\n").filter((line) => /^\| P\d+ /.test(line));
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter((row) => !/\.test\.ts`: "|waits for/.test(row))).toEqual([]);
});

test("its table of values is the one that is tested", () => {
  const [, table] = /<!-- values -->\n([^]*?)\n<!-- end of values -->/.exec(document) ?? [];
  expect(table).toBe(crossingTable());
});
