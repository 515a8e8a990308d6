// Compares lookaround in the linear engine with the host's backtracking engine, and with plain
// backtracking where the host differs from Java.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allMatches } from "../../test/all-matches.ts";
import { generatedLookPatterns, generatedWideTexts } from "../../test/generated-patterns.ts";
import { hostAgrees } from "./agreement.ts";
import { noChoiceIn } from "./determinism.ts";
import { compilePattern } from "./engine.ts";
import { LinearMatcher } from "./linear.ts";
import { NativeMatcher } from "./native.ts";
import { parsePattern } from "./parser.ts";
import { compileProgram } from "./program.ts";

const numRuns = { whole: 20_000, full: 1_500 }[process.env["PTC_TESTS"] ?? ""] ?? 250;

function linear(source: string): LinearMatcher {
  const { root, groupCount } = parsePattern(source);
  return new LinearMatcher(compileProgram(root, groupCount));
}

function texts(source: string, text: string): (number | string | null)[] {
  return allMatches(linear(source), text).map(([, , match = null]) => match);
}

test("the host's engine finds the same wherever its lookaround agrees with Java's", () => {
  let compared = 0;
  fc.assert(
    fc.property(generatedLookPatterns, generatedWideTexts, (source, text) => {
      const { root } = parsePattern(source);
      if (!hostAgrees(root) || !/\(\?<?[=!]/.test(source)) return;
      compared++;
      expect(allMatches(linear(source), text)).toEqual(allMatches(new NativeMatcher(root), text));
    }),
    { numRuns },
  );
  expect(compared).toBeGreaterThan(numRuns / 5);
});

describe("matches of lookaround", () => {
  test.each([
    ["a(?=b)", "ab ac", ["a"]],
    ["a(?!b)", "ab ac a", ["a", "a"]],
    ["(?<=\\$)\\d+", "$12 34 $5", ["12", "5"]],
    ["(?<!\\$)\\b\\d+", "$12 34 $5", ["34"]],
    ["(?<=a+)b", "aaab b", ["b"]],
    ["\\d(?=(?:\\d{3})+$)", "1234567", ["1", "4"]],
    ["^(?=.*\\d)(?=.*[a-z]).{4,}$", "pass1", ["pass1"]],
    ["^(?=.*\\d)(?=.*[a-z]).{4,}$", "password", []],
    ["(?=a)", "aba", ["", ""]],
    ["(?!)", "a", []],
    ["(?<=^|,)[^,]*(?=,|$)", "a,,b", ["a", "", "b"]],
    ["(?i)(?<=X)y", "xY", ["Y"]],
    ["(?=(?i)A)a", "a", ["a"]],
    ["(?:(?=(?i)A)b|a)A", "aA", ["aA"]],
    ["(?s)a(?=.b)", "a\nb", ["a"]],
    ["a(?=.b)", "a\nb", []],
    ["(?m)(?<=^)b", "a\nb", ["b"]],
    ["(?<=😀).", "😀a", ["a"]],
    ["a(?=😀)", "a😀", ["a"]],
    ["(?<!😀)$", "😀", []],
    ["(?<=(?<!a)b)c", "abc bbc bc", ["c", "c"]],
    ["q(?!(?!u))", "qu qa", ["q"]],
    ["(?<=\\b\\w)\\w", "ab cde", ["b", "d"]],
    ["(?:(?=a)a|b)*", "abab", ["abab", ""]],
  ] as const)("finds %s in %j", (source, text, expected) => {
    expect(texts(source, text)).toEqual(expected);
  });

  test("matching a whole text takes the context of its parts into account", () => {
    const whole = (source: string, text: string): string | null | undefined =>
      compilePattern(source).matchWhole(text, () => undefined)?.groups[0];
    expect(whole("(?=.*\\d)\\w+", "ab1")).toBe("ab1");
    expect(whole("(?=.*\\d)\\w+", "abc")).toBeUndefined();
    expect(whole("a(?=b)", "ab")).toBeUndefined();
    expect(whole("\\w+(?<!x)", "abx")).toBeUndefined();
  });

  test("a group outside of lookaround keeps its number", () => {
    expect(allMatches(linear("(?<=(?:a))(b)(?=c)(?<last>c)"), "abc")).toEqual([
      [1, 3, "bc", "b", "c"],
    ]);
  });

  test("one matcher can match several texts in a row", () => {
    const matcher = linear("(?<=a)b");
    expect(allMatches(matcher, "ab b ab")).toHaveLength(2);
    expect(allMatches(matcher, "b ab b ")).toHaveLength(1);
    expect(matcher.exec("ab", 0, () => undefined)?.start).toBe(1);
    expect(matcher.exec("cb", 0, () => undefined)).toBeUndefined();
  });
});

test("never uses the host's engine for a pattern with lookaround", () => {
  expect(noChoiceIn(parsePattern("a(?=b)").root)).toBeUndefined();
});

describe("linear time of lookaround", () => {
  const a = "a".repeat(100_000);

  test.each([
    ["at each place to the end", "(?=.*b)c", a],
    ["at each place back to the begin", "(?<=b.*)a", a],
    ["nested repetition", "(?=(?:a+)+$)b", `${a}b`],
    ["in one another", "(?<=(?=(?<=(?=.*b).*).*).*)c", a],
    ["in a repetition", "(?:a(?=.*b))*c", a],
  ])("matches lookaround in linear time: %s", (_, source, text) => {
    const started = process.cpuUsage();
    expect(texts(source, text)).toEqual([]);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
  });

  test("the scan of a lookaround stops at a checkpoint", () => {
    let checkpoints = 0;
    const checkpoint = (): void => {
      if (++checkpoints === 3) throw new Error("enough");
    };
    expect(() => linear("(?=.*b)c").exec(a, 0, checkpoint)).toThrow("enough");
  });

  test.each([
    ["counts in counts", "(?=(?:(?:a{1,30}){1,30}){1,30}b)"],
    ["very many", "(?=a{900})".repeat(12)],
  ])("rejects a lookaround that is too large right away: %s", (_, source) => {
    expect(() => compilePattern(source)).toThrow("the pattern is too large");
  });
});

test("counts the cost of lookaround: its scans, and one bit for each position", () => {
  const plain = compilePattern("a");
  const looking = compilePattern("a(?=b)(?<!c)");
  expect([plain.weight, looking.weight]).toEqual([5, 10]);
  expect([plain.searchBytes(8000), looking.searchBytes(8000)]).toEqual([0, 2002]);
});
