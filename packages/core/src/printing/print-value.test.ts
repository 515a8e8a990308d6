import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryData, mapOf } from "../../test/arbitrary-value.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { towers, unfoldings } from "../../test/unfolding.ts";
import {
  Keyword,
  LazySequence,
  RegexValue,
  SymbolValue,
  Temporal,
  Vector,
  fromHost,
  maximumDataDepth,
  type Value,
} from "../values/index.ts";
import { SortedMap, ascendingOrder, TrieSet } from "../values/internal.ts";
import { printBounded, printValue } from "./print-value.ts";

const keyword = (text: string) => new Keyword(text);

describe("printValue", () => {
  const printed: readonly (readonly [string, Value])[] = [
    ["nil", null],
    ["true", true],
    ["42", 42],
    ["0", -0],
    ["1e+21", 1e21],
    ["1180591620717411303424", 2n ** 70n],
    ["##NaN", NaN],
    ["##-Inf", -Infinity],
    ['"a\\n\\"b\\""', 'a\n"b"'],
    [":user/id", keyword("user/id")],
    ["[]", Vector.of<Value>([])],
    ["[1 [2] nil]", Vector.of<Value>([1, Vector.of<Value>([2]), null])],
    ["{}", mapOf([])],
    [
      '{:a 1, "b" {:c nil}}',
      mapOf([
        [keyword("a"), 1],
        ["b", mapOf([[keyword("c"), null]])],
      ]),
    ],
    ["#{}", TrieSet.of([])],
    ["#{3 1 2}", TrieSet.of([3, 1, 2])],
    ['#inst "1970-01-01T00:00:00Z"', new Temporal("instant", 0)],
    ["1970-01-02", new Temporal("local-date", 1)],
    ["PT1.5S", new Temporal("duration", 1500)],
    ['#"a+"', new RegexValue("a+")],
    ["#<function>", new NamedFunction()],
    ["#<function total>", new NamedFunction("total")],
    ["#<lazy sequence>", new (class extends LazySequence {})()],
    ['{"due_date" [1 {"a" nil}]}', fromHost({ due_date: [1, { a: undefined }] })],
  ];

  test.each(printed)("prints %s", (text, value) => {
    expect(printValue(value)).toBe(text);
  });

  test.each([
    ['say "x"', '#"say \\"x\\""'],
    ['already \\"', '#"already \\""'],
    ['\\\\"', '#"\\\\\\""'],
    ["a\\", '#"a\\"'],
  ])("a quote in the pattern %j does not end the printed pattern", (source, text) => {
    expect(printValue(new RegexValue(source))).toBe(text);
  });

  test("prints strings without quotes at every level if readably is false", () => {
    expect(
      printBounded(Vector.of<Value>(['a"b\n', keyword("k"), mapOf([["x", "y"]])]), {
        readably: false,
      }).text,
    ).toBe('[a"b\n :k {x y}]');
  });
});

describe("firewalled fields in printed text", () => {
  const value = mapOf([
    ["_token", "secret"],
    [keyword("_rows"), Vector.of<Value>(["secret"])],
    [keyword("open"), fromHost({ _deep: "secret", id: 7 })],
    [1, "_shown"],
  ]);

  test("hideFirewalled hides exactly the firewalled fields, at every level and for every kind of key", () => {
    expect(printBounded(value, { hideFirewalled: true }).text).toBe(
      '{"_token" <Firewalled>, :_rows <Firewalled>, :open {"_deep" <Firewalled>, "id" 7}, 1 "_shown"}',
    );
  });

  test("hides firewalled fields at any nesting: in sets, in keys and in sorted maps", () => {
    const names = fc.constantFrom("_s", "user/_s", "__s");
    const hiddenKey = names.chain((name) =>
      fc.constantFrom<Value>(name, keyword(name), new SymbolValue(name)),
    );
    const { tree } = fc.letrec<{ tree: Value }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.constant<Value>("open"),
        hiddenKey.map((key) => mapOf([[key, Vector.of<Value>(["secret"])]])),
        hiddenKey
          .filter((key) => typeof key !== "object" || key instanceof SymbolValue)
          .map((key) => SortedMap.of([[key, "secret"]], ascendingOrder)),
        names.map((name) => fromHost({ [name]: { a: "secret" } })),
        fc.array(tie("tree"), { maxLength: 3 }).map((items) => Vector.of(items)),
        fc.array(tie("tree"), { maxLength: 3 }).map((items) => TrieSet.of(items)),
        fc.tuple(tie("tree"), tie("tree")).map(([key, item]) => mapOf([[key, item]])),
      ),
    }));
    fc.assert(
      fc.property(tree, (each) => {
        expect(printBounded(each, { hideFirewalled: true }).text).not.toContain("secret");
      }),
    );
    const symbols = mapOf([
      [new SymbolValue("_s"), 1],
      [new SymbolValue("a/_s"), 2],
      [new SymbolValue("s_"), 3],
    ]);
    expect(printBounded(symbols, { hideFirewalled: true }).text).toBe(
      "{_s <Firewalled>, a/_s <Firewalled>, s_ 3}",
    );
  });

  test("shows firewalled fields without hideFirewalled", () => {
    expect(printValue(value).split("secret").length - 1).toBe(3);
  });
});

describe("maxCharacters", () => {
  test("the limit does not change the form of a keyword", () => {
    for (const text of ["plain-name", "Unit price", "a".repeat(2000)]) {
      const keyword = new Keyword(text);
      const whole = printValue(keyword);
      for (const maxCharacters of [1, 5, 12, 16])
        expect(printBounded(keyword, { maxCharacters }).text).toBe(whole.slice(0, maxCharacters));
    }
  });

  test("cuts the unlimited text and reports the cut", () => {
    fc.assert(
      fc.property(arbitraryData, fc.nat(60), fc.boolean(), (value, maxCharacters, readably) => {
        const { text: whole } = printBounded(value, { readably });
        const { text, truncated } = printBounded(value, { readably, maxCharacters });
        expect(truncated).toBe(whole.length > maxCharacters);
        expect(whole.startsWith(text)).toBe(true);
        expect(text.length).toBeLessThanOrEqual(maxCharacters);
        if (truncated) expect(text.length).toBeGreaterThanOrEqual(maxCharacters - 1);
        else expect(text).toBe(whole);
      }),
      { numRuns: 400 },
    );
  });

  test("does not split a character", () => {
    expect(printBounded("ab\u{1f600}", { readably: false, maxCharacters: 3 })).toEqual({
      text: "ab",
      truncated: true,
    });
    expect(printBounded("ab\u{1f600}", { readably: false, maxCharacters: 4 })).toEqual({
      text: "ab\u{1f600}",
      truncated: false,
    });
  });

  test("a limit of 0 prints no text", () => {
    expect(printBounded(1, { maxCharacters: 0 })).toEqual({ text: "", truncated: true });
    expect(printBounded("", { maxCharacters: 0, readably: false })).toEqual({
      text: "",
      truncated: false,
    });
  });

  test.each(unfoldings)("stops early for $kind that unfold 2^60 times", ({ make }) => {
    const { text, truncated } = printBounded(make(60), { maxCharacters: 1000 });
    expect([text.length, truncated]).toEqual([1000, true]);
  });

  test("stops early for host data that contains itself twice", () => {
    const source: unknown[] = [];
    source.push(source, source);
    expect(printBounded(fromHost(source), { maxCharacters: 100 }).text).toBe("[".repeat(100));
  });

  test("does not escape the part of a string that is not shown", () => {
    const huge = "\n".repeat(20_000_000);
    const started = process.cpuUsage();
    for (let turn = 0; turn < 1000; turn++) printBounded(huge, { maxCharacters: 10 });
    // Escaping the whole text takes about a second each time.
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000);
  });
});

test.each(towers)(
  "prints a tower of $kind up to the depth limit and ends a deeper one with a mark",
  ({ make }) => {
    expect(printValue(make(maximumDataDepth))).not.toContain("…");
    expect(printValue(make(20_000))).toContain("…");
  },
);
