import { expect, test } from "vitest";
import { expectFailures } from "../../../test/expect-failures.ts";
import { expectPrinted, printed } from "../../../test/evaluate.ts";
import { run } from "../../entry/start.ts";

test("re-find, re-matches and re-seq return matches with their groups", async () => {
  await expectPrinted([
    [
      '[(re-find #"\\d+" "abc123def456") (re-find #"z" "abc") (re-find #"(\\w+)@(\\w+)" "mail bob@corp now")]',
      '["123" nil ["bob@corp" "bob" "corp"]]',
    ],
    [
      '[(re-find #"a(\\d+)?" "xa") (re-matches #"(a)?(b)" "b") (re-seq #"a(\\d+)?" "a a2")]',
      '[["a" nil] ["b" nil "b"] (["a" nil] ["a2" "2"])]',
    ],
    [
      '[(re-matches #"\\d+" "123") (re-matches #"\\d+" "123a") (re-matches #"a|ab" "ab") (re-matches #"\\d+" "1\\n")]',
      '["123" nil "ab" nil]',
    ],
    [
      '[(re-seq #"\\w+" "the cat") (re-seq #"x" "abc") (re-seq #"a*" "baac") (re-seq #"." "😀b") (re-seq #"^a" "aaa")]',
      '[("the" "cat") nil ("" "aa" "" "") ("😀" "b") ("a")]',
    ],
    [
      '[(re-find (re-pattern "a+") "baac") (re-find (re-pattern #"a+") "baac") (regex? (re-pattern "a"))]',
      '["aa" "aa" true]',
    ],
    ['[(regex/re-find #"b" "abc") (re-split #"\\s+" "a  b c")]', '["b" ["a" "b" "c"]]'],
  ]);
  await expectFailures([
    [
      '(re-find "a" "abc")',
      "type_error",
      're-find: expected a pattern such as #"\\d+", got string "a"',
      'the pattern comes first, written #"…" or made by (re-pattern s)',
    ],
    ['(re-find #"a" nil)', "type_error", "re-find: expected a string, got nil"],
    ['(re-seq #"a" 5)', "type_error", "re-seq: expected a string, got number 5"],
    [
      '(re-split "," "a,b")',
      "type_error",
      're-split: expected a pattern such as #"\\s+", got string ","',
    ],
  ]);
});

test("extract returns a group of the first match", async () => {
  await expectPrinted([
    [
      '[(extract "ID:(\\\\d+)" "ID:42") (extract #"ID:(\\d+)" "ID:42" 0) (extract "ID:(\\\\d+)" "none") (extract "(a)?b" "b") (extract "(a)" nil)]',
      '["42" "ID:42" nil nil nil]',
    ],
    [
      '[(extract-int "n=(\\\\d+)" "n=17") (extract-int "n=(\\\\d+)" "x") (extract-int "x=(\\\\d+) y=(\\\\d+)" "x=10 y=20" 2) (extract-int "n=(\\\\w+)" "n=x" 1 0)]',
      "[17 nil 20 0]",
    ],
  ]);
  await expectFailures([
    [
      '(extract "\\\\d+" "a1")',
      "argument_error",
      "extract: there is no group 1; the pattern has 0",
      "put the part you want in parentheses, or use group 0, the whole match",
    ],
    [
      '(extract-int "(a)" "a" 1 0 5)',
      "arity_error",
      "extract-int takes 2, 3 or 4 arguments, got 5",
    ],
  ]);
});

test("reports where a pattern is wrong, and suggests a rewrite for unsupported syntax", async () => {
  await expectFailures([
    [
      '(re-pattern "(")',
      "argument_error",
      're-pattern: pattern #"(": the group opened with ( is not closed (character 1 of the pattern)',
    ],
    [
      '(re-find #"a)" "a")',
      "argument_error",
      're-find: pattern #"a)": a closing parenthesis that no group opened (character 2 of the pattern)',
    ],
    [
      '(re-find #"[a" "a")',
      "argument_error",
      're-find: pattern #"[a": the class opened with [ is not closed (character 1 of the pattern)',
    ],
    [
      '(re-find #"*a" "a")',
      "argument_error",
      're-find: pattern #"*a": nothing before * to repeat (character 1 of the pattern)',
    ],
    [
      '(re-find #"a{3,2}" "a")',
      "argument_error",
      're-find: pattern #"a{3,2}": the repetition counts are reversed (character 2 of the pattern)',
    ],
    [
      '(re-find #"\\q" "a")',
      "argument_error",
      're-find: pattern #"\\q": unknown escape \\q (character 1 of the pattern)',
    ],
    [
      '(re-find #"\\p{Nope}" "a")',
      "argument_error",
      're-find: pattern #"\\p{Nope}": unknown property \\p{Nope} (character 3 of the pattern)',
    ],
    [
      '(split "ab" #"a(?=(b))")',
      "unsupported",
      'split: pattern #"a(?=(b))": a group that captures, (…), inside look-around is not supported',
      "write (?:…) inside look-around, and put the part you want into a group outside it",
    ],
    [
      '(re-find #"(?<!(?<sign>-))1" "1")',
      "unsupported",
      're-find: pattern #"(?<!(?<sign>-))1": a group that captures, (?<sign>…), inside look-around is not supported',
      "write (?:…) inside look-around, and put the part you want into a group outside it",
    ],
    [
      '(re-find #"a(?=b" "ab")',
      "argument_error",
      're-find: pattern #"a(?=b": the group opened with ( is not closed (character 2 of the pattern)',
    ],
    [
      '(re-find #"(a)\\1" "aa")',
      "unsupported",
      're-find: pattern #"(a)\\1": a back-reference (\\1) is not supported',
      `patterns take linear time: for quotes list both forms, as in #"'[^']*'|\\"[^\\"]*\\""; for repeats compare neighbors: (filter (fn [[a b]] (= a b)) (partition 2 1 (re-seq #"\\w+" s)))`,
    ],
    [
      '(re-find #"a++" "aa")',
      "unsupported",
      're-find: pattern #"a++": a possessive quantifier (++) is not supported',
      "write +",
    ],
    [
      '(re-find #"(?>a)" "aa")',
      "unsupported",
      're-find: pattern #"(?>a)": an atomic group (?>…) is not supported',
      "write (?:…)",
    ],
  ]);
});

test("matches patterns that backtrack exponentially elsewhere", async () => {
  const context = { many: `${"a".repeat(100_000)}b`, words: "word ".repeat(10_000) };
  const rows = [
    ['(re-find #"(a+)+$" data/many)', "nil"],
    ['(re-find (re-pattern "(a|a)*c") data/many)', "nil"],
    ['(re-matches #"(\\w+\\s?)+!" data/words)', "nil"],
    ['(count (re-find #"(?:a*)*" data/many))', "100000"],
    ['(count (re-seq #"(?:\\w+\\s?)+?" data/words))', "10000"],
    ['(count (split data/words #"(?: | )+"))', "10000"],
    ['(count (replace data/many #"(a|aa)+b$" "x"))', "1"],
  ] as const;
  for (const [source, expected] of rows)
    expect([source, await printed(source, { context })]).toEqual([source, expected]);
});

test("a long search ends at the limits of the run", async () => {
  const context = { text: `${"a".repeat(100_000)}b` };
  const step = await run('(re-find #"(?:a{1,30}){1,30}$" data/text)', {
    context,
    limits: { timeoutMs: 100 },
  });
  expect(step.ok ? "ok" : step.fail.reason).toBe("timeout");
  expect(step.usage.durationMs).toBeLessThan(2000);
});

test("the cost of a search depends on pattern and text, not on the engine", async () => {
  // The first pattern leaves the host's engine no choice, and the second does; both have the same
  // size.
  const usage = async (source: string): Promise<number> => {
    const step = await run(source, { context: { text: "abc ".repeat(20) } });
    return step.usage.steps;
  };
  expect(await usage('(re-find #"a?b" data/text)')).toBe(await usage('(re-find #"a?a" data/text)'));
});

test("each branch pays for the patterns it uses, regardless of order", async () => {
  const steps = async (delays: readonly number[]): Promise<number> => {
    const tools = {
      wait: async ({ index }: { index?: unknown }) =>
        new Promise<number>((resolve) =>
          setTimeout(() => {
            resolve(1);
          }, delays[Number(index)]),
        ),
    };
    const step = await run(
      '(pmap (fn [i] (tool/wait {:index i}) (if (= i 0) (re-find #"a+" "aa") (dotimes [_ 3] (re-find #"a+" "aa")))) [0 1])',
      { tools },
    );
    return step.usage.steps;
  };
  expect(await steps([0, 20])).toBe(await steps([20, 0]));
});
