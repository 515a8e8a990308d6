// Runs both engines over one suite whose expected results come from JVM Clojure.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allMatches } from "../../test/all-matches.ts";
import { generatedPatterns, generatedTexts } from "../../test/generated-patterns.ts";
import { javaPatterns } from "../../test/java-patterns.ts";
import { run } from "../entry/start.ts";
import { hostAgrees } from "./agreement.ts";
import { noChoiceIn } from "./determinism.ts";
import { compilePattern } from "./engine.ts";
import { LinearMatcher } from "./linear.ts";
import { NativeMatcher } from "./native.ts";
import { parsePattern } from "./parser.ts";
import { compileProgram } from "./program.ts";

function linear(source: string): LinearMatcher {
  const { root, groupCount } = parsePattern(source);
  return new LinearMatcher(compileProgram(root, groupCount));
}

describe("results in Java", () => {
  test.each(javaPatterns)("%j on %j matches as in Java", (source, text, matches, whole) => {
    const { root } = parsePattern(source);
    expect(allMatches(linear(source), text)).toEqual(matches);
    if (hostAgrees(root)) expect(allMatches(new NativeMatcher(root), text)).toEqual(matches);
    const match = compilePattern(source).matchWhole(text, () => undefined);
    expect(match === undefined ? null : [match.start, match.end, ...match.groups]).toEqual(whole);
  });

  test("split returns the same pieces as Java", async () => {
    for (const [pattern, text, , , pieces] of javaPatterns) {
      const step = await run("(split data/text (re-pattern data/pattern))", {
        context: { pattern, text },
      });
      expect([pattern, text, step.ok && step.return]).toEqual([pattern, text, pieces]);
    }
  });
});

test("an empty match is between characters, never inside a surrogate pair", async () => {
  expect(allMatches(linear(""), "a😀")).toEqual([
    [0, 0, ""],
    [1, 1, ""],
    [3, 3, ""],
  ]);
  expect(allMatches(new NativeMatcher(parsePattern("").root), "a😀")).toEqual([
    [0, 0, ""],
    [1, 1, ""],
    [3, 3, ""],
  ]);
  const step = await run('(split "a😀" #"")');
  expect(step.ok && step.return).toEqual(["a", "😀"]);
});

test("the samples cover both engines: most patterns use the host, and enough don't", () => {
  const suited = javaPatterns.filter(([source]) => hostAgrees(parsePattern(source).root)).length;
  expect(suited).toBeGreaterThan(60);
  expect(javaPatterns.length - suited).toBeGreaterThan(15);
});

test.each([
  ["a|b", true],
  ["\\d+", true],
  ["(\\w+)@(\\w+)\\.com", true],
  ["^(\\d{4})-(\\d\\d)$", true],
  ["(?:\\d+\\.)+\\d+", false],
  ["(?:[a-z]+,)*[a-z]+", false],
  ["\\w+\\s+\\w+", true],
  ["(a+)+", false],
  ["(?:a|ab)c", false],
  ["a?a", false],
  ["(.*)x", false],
  ["a*b*a", false],
  ["(?:a?|b?)c", false],
  ["(?:ab){2,4}", true],
  ["[a-z]{1000}", false],
  ["\\p{L}+é", false],
] as const)(
  "decides whether %s leaves a backtracking engine only one choice: %j",
  (source, isDeterministic) => {
    expect(noChoiceIn(parsePattern(source).root) !== undefined).toBe(isDeterministic);
  },
);

test.each([
  ["\\d+", false],
  ["a|b*", false],
  ["(\\d+)(?:\\.\\d+)?", false],
  ["\\d{4}-\\d\\d", false],
  ["a(?:a*c)?", true],
  ["a*b", true],
  ['"[^"]*"', true],
  ["(?:ab)*c", true],
  ["\\d+$", true],
  ["[a-z]{1,100}", true],
] as const)(
  "decides whether an attempt at %s may look far without a match: %j",
  (source, looksFar) => {
    expect(noChoiceIn(parsePattern(source).root)?.looksFar).toBe(looksFar);
  },
);

const numRuns = process.env["PTC_TESTS"] === undefined ? 500 : 1_500;

test("both engines agree wherever both can be used", () => {
  let compared = 0;
  fc.assert(
    fc.property(generatedPatterns, generatedTexts, (source, text) => {
      const { root } = parsePattern(source);
      if (!hostAgrees(root)) return;
      compared++;
      expect(allMatches(linear(source), text)).toEqual(allMatches(new NativeMatcher(root), text));
    }),
    { numRuns },
  );
  expect(compared).toBeGreaterThan(numRuns / 5);
});
