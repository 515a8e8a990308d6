import { describe, expect, test } from "vitest";
import { compilePattern } from "./engine.ts";

const noCheckpoint = (): void => undefined;

/** Returns the groups of the first match, as JVM Clojure does. */
function find(source: string, text: string): readonly (string | null)[] | undefined {
  return compilePattern(source).search(text, noCheckpoint).next(0)?.groups;
}

function findAll(source: string, text: string): string[] {
  const search = compilePattern(source).search(text, noCheckpoint);
  const found: string[] = [];
  for (
    let match = search.next(0);
    match !== undefined;
    match =
      match.end > text.length
        ? undefined
        : search.next(match.end > match.start ? match.end : match.end + 1)
  ) {
    found.push(match.groups[0] ?? "");
    if (match.end === text.length) break;
  }
  return found;
}

test("a search reports how far beyond each match it looked", () => {
  const search = compilePattern("a(?:.*b)?").search("axb axxx", noCheckpoint);
  expect(search.beyond).toBe(0);
  expect(search.next(0)).toMatchObject({ start: 0, end: 3 });
  expect(search.beyond).toBe(5);
  expect(search.next(3)).toMatchObject({ start: 4, end: 5 });
  expect(search.beyond).toBe(3);
});

test("a search by the host's engine looks at nothing beyond its matches", () => {
  const search = compilePattern("a+").search("aab", noCheckpoint);
  expect(search.next(0)).toMatchObject({ start: 0, end: 2 });
  expect(search.beyond).toBe(0);
});

describe("Java's syntax", () => {
  test.each([
    ["(?i)HELLO", "say hello", "hello"],
    ["(?i)[a-c]+", "xABCx", "ABC"],
    ["(?i)É", "é", undefined],
    ["(?iu)É", "é", "é"],
    ["(?i:A)b", "ab aB", "ab"],
    ["a(?i)b", "aB", "aB"],
    ["(a(?i)b)c", "aBC aBc", "aBc"],
    ["(?i)\\p{Lu}+", "abC", "abC"],
    ["(?s).", "\n", "\n"],
    [".", "\n", undefined],
    [".", "\u2028", undefined],
    ["(?x) a b # comment", "ab", "ab"],
    ["a$", "a\n", "a"],
    ["a$", "a\r\n", "a"],
    ["a$", "a\nb", undefined],
    ["a\\z", "a\n", undefined],
    ["a\\Z", "a\n", "a"],
    ["\\Aabc", "abc", "abc"],
    ["\\bcat\\b", "a cat sat", "cat"],
    ["\\Bat", "cat at", "at"],
    ["(?m)^", "", undefined],
    ["\\s", "\u00a0", undefined],
    ["\\w", "é", undefined],
    ["\\d", "٣", undefined],
    ["\\h+", "a \tb", " \t"],
    ["\\v", "a\nb", "\n"],
    ["\\R", "a\r\nb", "\r\n"],
    ["\\p{L}+", "1héllo", "héllo"],
    ["\\P{L}", "é1", "1"],
    ["\\pL", "é", "é"],
    ["\\p{Alpha}+", "éabc", "abc"],
    ["\\p{IsAlphabetic}+", "1éabc", "éabc"],
    ["\\p{IsGreek}", "abcα", "α"],
    ["\\p{Punct}", "a!", "!"],
    ["[\\p{L}&&[^\\p{Lu}]]+", "ABcdE", "cd"],
    ["[^\\p{L}]+", "ab12é", "12"],
    ["[a-z&&[^aeiou]]+", "hello", "h"],
    ["[a-d[x-z]]+", "abxyq", "abxy"],
    ["[]a]+", "a]b", "a]"],
    ["[\\w-]+", "x-a.", "x-a"],
    ["[-a]+", "x-a-", "-a-"],
    ["[.]", "ab.", "."],
    ["\\Qa.b\\E+", "xa.bbb", "a.bbb"],
    ["\\x41\\u0042\\0103", "ABC", "ABC"],
    ["\\x{1F600}", "a😀b", "😀"],
    ["[😀-😂]", "a😁b", "😁"],
    ["\\cA", "\u0001", "\u0001"],
    ["a{2,3}", "aaaa", "aaa"],
    ["a{2,}?", "aaaa", "aa"],
    ["a*?b", "aaab", "aaab"],
    ["(a{0,2}){2}b", "aaab", "aaab"],
    ["}", "a}", "}"],
    ["a|b|", "c", ""],
    ["[A-Z]{2,}", "AB c", "AB"],
    ["((Re|FWD): )+", "Re: FWD: hi", "Re: FWD: "],
    ["(?d).", "\r", "\r"],
  ])("finds %s in %j as in Java", (source, text, expected) => {
    expect(find(source, text)?.[0]).toBe(expected);
  });

  test("lines begin and end where Java's do", () => {
    expect(findAll("(?m)^.*$", "a\nb\n")).toEqual(["a", "b"]);
    expect(findAll("(?m)^\\w", "a\r\nb\nc")).toEqual(["a", "b", "c"]);
    expect(findAll("(?m)\\w$", "a\r\nb\nc")).toEqual(["a", "b", "c"]);
  });

  test("numbers and names groups", () => {
    const pattern = compilePattern("(?<year>\\d{4})-(?:x)?(\\d\\d)");
    expect([pattern.groupCount, [...pattern.groupNames]]).toEqual([2, [["year", 1]]]);
    expect(pattern.search("on 2026-01", noCheckpoint).next(0)).toEqual({
      start: 3,
      end: 10,
      groups: ["2026-01", "2026", "01"],
    });
    expect(pattern.matchWhole("2026-01!", noCheckpoint)).toBeUndefined();
  });
});

describe("no pattern takes more than linear time", () => {
  const a = (count: number): string => "a".repeat(count);

  test.each([
    ["nested repetition", "(a+)+$", `${a(100_000)}b`, undefined],
    ["two ways through an alternation", "(?:a|ab|b)*c", "ab".repeat(50_000), undefined],
    ["a repeated part that may be empty", "(?:a?a?)*b", a(100_000), undefined],
    ["a loop in a loop", "(a*)*b", a(100_000), undefined],
    ["optional parts in a row", `${"a?".repeat(28)}${a(28)}`, a(28), a(28)],
    ["counts", "(?:a?){500}a{500}", a(500), a(500)],
    [
      "many alternatives",
      `(?:${Array.from({ length: 700 }, (_, index) => `w${String(index)}`).join("|")})+$`,
      "w123w699".repeat(1000),
      "w123w699".repeat(1000),
    ],
    ["greedy parts in a row", "(.*)(.*)(.*)(.*)(.*)x", a(20_000), undefined],
    ["quadratic on a long text", "\\w+@", a(100_000), undefined],
    ["space at the end", "\\s+$", `${" ".repeat(100_000)}x`, undefined],
    ["empty in many ways", "(?:a*|b*){20}c", "x", undefined],
    ["words", "(\\w+\\s?)+$", `${"word ".repeat(20_000)}!`, undefined],
  ])("matches in linear time: %s", (_, source, text, expected) => {
    const started = process.cpuUsage();
    expect(find(source, text)?.[0]).toBe(expected);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(4000);
  });

  test.each([
    ["counts in counts", "((a{1,30}){1,30}){1,30}$"],
    ["deep groups", `${"(".repeat(150)}a${")".repeat(150)}`],
    ["loops written out again and again", `${"(?:".repeat(40)}a*${")+".repeat(40)}b`],
    ["nothing repeated again and again", `${"(?:".repeat(60)}${")+".repeat(60)}b`],
    ["a huge count", "a{100000}"],
    ["a long pattern", a(5000)],
    ["many groups and repetitions", `(?:${"(a)".repeat(500)}){1000}`],
  ])("rejects a pattern that is too large right away: %s", (_, source) => {
    const started = process.cpuUsage();
    expect(() => compilePattern(source)).toThrow(expect.objectContaining({ name: "PatternError" }));
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
  });
});
