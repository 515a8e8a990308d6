import { describe, expect, test } from "vitest";
import { slowText } from "./check-patterns.ts";
import { patternsIn } from "./pattern-sources.ts";
import { parsePattern, stepsOfSearch } from "./pattern-steps.ts";

const isSlow = ({ source, flags }: RegExp): boolean =>
  slowText(parsePattern(source, flags)) !== undefined;

test.each([
  /\s+$/,
  /<(?=\s*\/?\s*data\b)/gi,
  /\{\{(?<kind>[#^/!]?)\s*(?<name>[^{}]*?)\s*\}\}|\{\{/gu,
  /(a+)+$/,
  /(?:a|ab)*c/,
  /a.*b.*c/s,
  /"(?:\\.|[^"])*"/,
  /\d+x/,
  /^\s*a?\s*$/,
  /(?:\w+\s?)*;/u,
  /x[^]*?y/g,
  /[a-z]{1,500}[a-y]{1,500}!/,
])("%s is slow on some text", (pattern) => {
  expect(isSlow(pattern)).toBe(true);
});

test.each([
  /^\s+/,
  /\s+/g,
  /^-?\d+$/,
  /\{\{(?<content>[^{}]*)\}\}|\{\{/gu,
  /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/u,
  /"(?:_|[^"\\]{1,100}\/_)[^"\\]{0,200}?(\\*)"\s{0,20}:\s{0,20}/g,
  /[^"\\\p{Cc}]+|[\u007f-\u009f]/uy,
  /[{}[\],:]/y,
  /^(?:a|b)*$/,
  /(?<!\w)x/,
])("%s isn't slow on any text", (pattern) => {
  expect(slowText(parsePattern(pattern.source, pattern.flags))).toBe(undefined);
});

test("counts steps like a backtracking engine", () => {
  const steps = (source: string, flags: string, text: string): number =>
    stepsOfSearch(parsePattern(source, flags), text, Infinity);
  const spaces = " ".repeat(100);
  expect(steps("\\s+$", "", `${spaces}x`)).toBeGreaterThan(5_000);
  expect(steps("^\\s+$", "", `${spaces}x`)).toBeLessThan(1_000);
  expect(steps("(a|a)*$", "", `${"a".repeat(10)}!`)).toBeGreaterThan(1_024);
});

describe("patterns of a file", () => {
  const found = (text: string) =>
    patternsIn("a.ts", text).map(({ line, pattern }) => [line, pattern?.source, pattern?.flags]);

  test("finds literals and RegExp calls with constants", () => {
    expect(
      found(
        [
          "const a = /b+/gu;",
          'const c = new RegExp("d" + "e", "y");',
          "const f = RegExp(a, 'g');",
          'const g = new RegExp([String.raw`\\s`, "x"].join("|"));',
          "// /no pattern/",
          'const h = "/text/";',
        ].join("\n"),
      ),
    ).toEqual([
      [1, "b+", "gu"],
      [2, "de", "y"],
      [3, "b+", "g"],
      [4, "\\s|x", ""],
    ]);
  });

  test("reports patterns made at run time", () => {
    expect(found("new RegExp(given); new RegExp(`^${given}$`);")).toEqual([
      [1, undefined, undefined],
      [1, undefined, undefined],
    ]);
  });
});
