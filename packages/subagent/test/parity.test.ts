// docs/reference/parity.md agrees with the tests: each title it names exists in the file it names,
// and no row is empty.
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const folder = join(import.meta.dirname, "..");
const document = readFileSync(join(folder, "../../docs/reference/parity.md"), "utf8");

interface Row {
  readonly cells: readonly string[];
  readonly files: ReadonlyMap<string, string>;
}

/** Table rows without their heads, each with the files that the letters of its section refer to. */
const rows: readonly Row[] = document
  .split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const base = /Tests are in `packages\/subagent(\/test)?`/.exec(section)?.[1] ?? "";
    const files = new Map(
      [...section.matchAll(/\[(\w)\]\s+`([\w./-]+\.test\.ts)`/g)].map(
        ([, letter = "", file = ""]) => [letter, join(folder, base, file)],
      ),
    );
    const isRule = (line: string | undefined): boolean => /^\| ?-/.test(line ?? "");
    const lines = section
      .split("\n")
      .filter(
        (line, index, all) => line.startsWith("| ") && !isRule(line) && !isRule(all[index + 1]),
      );
    return lines.map((line) => ({
      cells: line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
      files,
    }));
  });

/** `[T] "title", "another"`: a file, and titles in it. */
const named = rows.flatMap(({ cells, files }) =>
  [...(cells.at(-1) ?? "").matchAll(/\[(\w)\]((?:,? ?"[^"]+")*)/g)].flatMap(
    ([, letter = "", titles = ""]) =>
      [...titles.matchAll(/"([^"]+)"/g)].map(
        ([, title = ""]) => [files.get(letter) ?? letter, title] as const,
      ),
  ),
);

describe("the tables of the parity document", () => {
  test("the tables name tests", () => {
    expect(rows.length).toBeGreaterThan(90);
    expect(named.length).toBeGreaterThan(90);
  });

  test("every row names a test or says what it waits for", () => {
    expect(
      rows
        .filter(({ cells }) => !/\[\w\]|_open_/.test(cells.at(-1) ?? ""))
        .map(({ cells }) => cells.join(" | ")),
    ).toEqual([]);
    expect(rows.filter(({ cells }) => cells.slice(0, 2).every((cell) => cell === ""))).toEqual([]);
  });

  test("the files that the tables name exist", () => {
    expect(
      [...new Set(rows.flatMap(({ files }) => [...files.values()]))].filter(
        (file) => !existsSync(file),
      ),
    ).toEqual([]);
    expect(named.filter(([file]) => !file.endsWith(".test.ts"))).toEqual([]);
  });
});

test.each(
  [...new Map(named.map((pair) => [pair.join(), pair] as const)).values()].map(
    ([file, title]) => [relative(folder, file), title] as const,
  ),
)("%s has the title %s", (file, title) => {
  const source = readFileSync(join(folder, file), "utf8");
  // A title appears in quotes, as a test, as a group of tests, or in a table of them. A name in the
  // document may be the start of a title.
  expect(['"', "'", "`"].some((quote) => source.includes(`${quote}${title}`))).toBe(true);
});
