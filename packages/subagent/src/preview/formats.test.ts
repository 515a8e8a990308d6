import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  Keyword,
  RegexValue,
  SymbolValue,
  Temporal,
  Vector,
  fromHost,
  type Value,
} from "@ptc/core/values";
import { SortedMap, TrieSet, ascendingOrder } from "@ptc/core/internal/values";
import { NamedFunction, arbitraryValue, mapOf } from "../../test/arbitrary-value.ts";
import { formatFeedback } from "./format-feedback.ts";
import { formatResult } from "./format-result.ts";
import { shortenedValue } from "./shortened-value.ts";
import { truncateForHistory } from "./truncate-for-history.ts";

const keyword = (name: string): Keyword => new Keyword(name);
const hundred = Array.from({ length: 100 }, (_, index) => index);

describe("examples of the original library", () => {
  test("formats the original's examples for a model", () => {
    expect(formatFeedback(42)).toEqual({ text: "42", truncated: false });
    expect(formatFeedback(mapOf([[keyword("count"), 5]]))).toEqual({
      text: "{:count 5}",
      truncated: false,
    });
  });

  test("formats the original's examples for a caller", () => {
    expect(formatResult(42).text).toBe("42");
    expect(formatResult(3.14159).text).toBe("3.14");
    expect(formatResult([1, 2, 3])).toEqual({ text: "[1, 2, 3]", truncated: false });
  });

  test("formats the original's examples for the history", () => {
    expect(truncateForHistory(Vector.of<Value>([1, 2, 3]))).toEqual({
      value: [1, 2, 3],
      truncated: false,
      omitted: [],
    });
    const { value } = truncateForHistory("x".repeat(2000));
    expect(typeof value === "string" && value.length <= 1024 && value.endsWith("x...")).toBe(true);
  });
});

describe("formatFeedback", () => {
  test.each<[string, unknown, string]>([
    ["a list: ten elements", hundred, "[0 1 2 3 4 5 6 7 8 9 #_(90 more)]"],
    [
      "a map: ten fields",
      mapOf(hundred.map((index) => [keyword(`k${String(index)}`), index])),
      "{:k0 0, :k1 1, :k2 2, :k3 3, :k4 4, :k5 5, :k6 6, :k7 7, :k8 8, :k9 9, #_(90 more)}",
    ],
    ["a set", TrieSet.of(hundred), "#{0 1 2 3 4 5 6 7 8 9 #_(90 more)}"],
    ["a string", "ab\n".repeat(400), `"${"ab\\n".repeat(120)}ab..." #_(838 more characters)`],
    ["a long number, to a string", 10n ** 600n, `"1${"0".repeat(482)}..." #_(118 more characters)`],
    ["data that is nested too deep to read", tower(300), `${"[".repeat(201)}...${"]".repeat(201)}`],
  ])("formatFeedback shortens %s", (_title, value, text) => {
    expect(formatFeedback(value)).toEqual({ text, truncated: true });
  });

  test.each<[string, Value, string]>([
    [
      "names that aren't literals",
      Vector.of<Value>([
        keyword("a b"),
        new SymbolValue("nil"),
        keyword("user/id"),
        keyword("gr\u00f6\u00dfe"),
      ]),
      '[(keyword "a b") (symbol "nil") :user/id :gr\u00f6\u00dfe]',
    ],
    [
      "times",
      Vector.of<Value>([
        new Temporal("instant", 0),
        new Temporal("local-date", 0),
        new Temporal("duration", 1500),
      ]),
      '[#inst "1970-01-01T00:00:00Z" (LocalDate/parse "1970-01-01") (Duration/ofMillis 1500)]',
    ],
    [
      "patterns",
      Vector.of<Value>([new RegexValue('a+"'), new RegexValue("a\\")]),
      '[#"a+\\"" (re-pattern "a\\\\")]',
    ],
    [
      "values that aren't data",
      Vector.of<Value>([new NamedFunction("total"), new NamedFunction(), NaN]),
      "[<function:total> <function> ##NaN]",
    ],
  ])("formatFeedback writes %s in a readable form", (_title, value, text) => {
    expect(formatFeedback(value)).toEqual({ text, truncated: false });
  });

  test("formatFeedback gives every field of a record its share of the room", () => {
    const record = { text: "x".repeat(900), rows: hundred.map((id) => ({ id })), total: 5 };
    expect(formatFeedback(record, { feedbackMaxChars: 120 }).text).toBe(
      '{"text" "xxxxxxxx..." #_(892 more characters), "rows" [{"id" 0} {"id" 1} #_(98 more)], "total" 5}',
    );
  });

  test("cuts the first element of a list if it takes all the room, and never later ones", () => {
    expect(formatFeedback(["x".repeat(90), "y"], { feedbackMaxChars: 60 }).text).toBe(
      '["xxxxxxxxxxxxxxx..." #_(75 more characters) #_(1 more)]',
    );
    expect(formatFeedback(["x".repeat(40), "y".repeat(40)], { feedbackMaxChars: 70 }).text).toBe(
      `["${"x".repeat(40)}" #_(1 more)]`,
    );
  });

  test("never shows a part of a key or set member, because that would be another value", () => {
    expect(formatFeedback(mapOf([["k".repeat(90), 1]]), { feedbackMaxChars: 60 }).text).toBe(
      "{#_(1 more)}",
    );
    expect(formatFeedback(TrieSet.of(["m".repeat(90)]), { feedbackMaxChars: 60 }).text).toBe(
      "#{#_(1 more)}",
    );
  });

  test("never splits a character", () => {
    const { text } = formatFeedback("\u{1f600}".repeat(60), { feedbackMaxChars: 62 });
    expect(text).toMatch(/^"(?:\u{1f600})+\.\.\." #_\(\d+ more characters\)$/u);
  });

  test("hides firewalled fields, however their keys are written", () => {
    expect(
      formatFeedback(
        Vector.of<Value>([Vector.of<Value>([new Keyword("_a"), 1]), Vector.of<Value>(["b", 2])]),
      ).text,
    ).toBe('[[:_a <Firewalled>] ["b" 2]]');
    const value = Vector.of<Value>([
      mapOf([
        [keyword("_a"), 1],
        ["_b", 2],
        [new SymbolValue("_c"), 3],
      ]),
      fromHost({ "user/_d": 4, e_: 5 }),
    ]);
    expect(formatFeedback(value).text).toBe(
      '[{:_a <Firewalled>, "_b" <Firewalled>, _c <Firewalled>} {"user/_d" <Firewalled>, "e_" 5}]',
    );
  });
});

describe("formatResult", () => {
  test.each<[string, unknown, string]>([
    [
      "values that JSON supports",
      { a: null, b: [true, "x\n"], c: 2.5 },
      '{"a": null, "b": [true, "x\\n"], "c": 2.5}',
    ],
    [
      "values that JSON doesn't support",
      Vector.of<Value>([
        keyword("k"),
        TrieSet.of([1]),
        new Temporal("local-date", 0),
        2n ** 64n,
        NaN,
        new NamedFunction("f"),
      ]),
      '["k", [1], "1970-01-01", 18446744073709551616, "NaN", "<function:f>"]',
    ],
    [
      "decimals to two places",
      [0.005, 1.239, -0.001, 1e21, 12345.678],
      "[0.01, 1.24, 0, 1e+21, 12345.68]",
    ],
    [
      "keys that aren't strings",
      mapOf([
        [1.239, 1],
        [null, 2],
        [Vector.of<Value>([1]), 3],
      ]),
      '{"1.239": 1, "nil": 2, "[1]": 3}',
    ],
    [
      "two keys with one name",
      mapOf([
        [keyword("a"), 1],
        ["a", 2],
      ]),
      '{"a": 1, "\\"a\\"": 2}',
    ],
    ["a name of the prototype", JSON.parse('{"__proto__": {"a": 1}}'), '{"__proto__": {"a": 1}}'],
    [
      "values of the host",
      { at: new Date(0), tags: new Set(["a"]), by: new Map([["k", 1]]) },
      '{"at": "1970-01-01T00:00:00Z", "tags": ["a"], "by": {"k": 1}}',
    ],
  ])("formatResult writes %s", (_title, value, text) => {
    expect(formatResult(value)).toEqual({ text, truncated: false });
  });

  test.each<[string, unknown, string]>([
    ["lists", hundred, `[${hundred.slice(0, 50).join(", ")}, "... 50 more"]`],
    ["strings", "x".repeat(600), `"${"x".repeat(473)}... (127 more characters)"`],
    [
      "maps, beside a field named like what says so",
      { "...": 1, b: "y".repeat(600), ["k".repeat(600)]: 1 },
      `{"...": 1, "b": "${"y".repeat(435)}... (165 more characters)", "....": "1 more"}`,
    ],
  ])("formatResult marks the omitted part of %s in the data", (_title, value, text) => {
    expect(formatResult(value)).toEqual({ text, truncated: true });
  });

  test("formatResult shows firewalled fields to the caller, and hides them on request", () => {
    expect(formatResult({ _ids: [1] }).text).toBe('{"_ids": [1]}');
    expect(formatResult({ _ids: [1] }, { hideFirewalled: true }).text).toBe(
      '{"_ids": "<Firewalled>"}',
    );
  });
});

describe("truncateForHistory", () => {
  test("truncateForHistory reports omitted parts by path", () => {
    const { value, truncated, omitted } = truncateForHistory(
      { rows: hundred.map((id) => ({ id, text: "x".repeat(40) })), text: "\u00e9".repeat(2000) },
      { maxBytes: 300 },
    );
    expect(truncated).toBe(true);
    expect(omitted).toEqual(["rows: 98 of 100 elements", "text: 1932 characters"]);
    expect(formatFeedback(value).text).toMatch(
      /^\{"rows" \[\{"id" 0, "text" "x{40}"\} \{"id" 1, .*\}\], "text" "\u00e9{68}\.\.\."\}$/,
    );
  });

  test("truncateForHistory counts the keys of a row as fields, and those of a program as entries", () => {
    const counts = hundred.map((index): [string, number] => [`id_${String(index)}`, index]);
    expect(truncateForHistory(mapOf(counts), { maxBytes: 300 }).omitted).toEqual([
      expect.stringMatching(/^\d+ of 100 entries$/),
    ]);
    expect(truncateForHistory(Object.fromEntries(counts), { maxBytes: 300 }).omitted).toEqual([
      expect.stringMatching(/^\d+ of 100 fields$/),
    ]);
  });

  test("truncateForHistory returns plain data with own properties for any value", () => {
    const row = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}') as object;
    const { value } = truncateForHistory(
      mapOf([
        [keyword("rows"), Vector.of<Value>([fromHost(row)])],
        [keyword("tags"), TrieSet.of([keyword("a")])],
        ["rows", new Temporal("local-date", 0)],
        [Vector.of<Value>([1, 2]), new NamedFunction("f")],
        [new Temporal("local-date", 0), new RegexValue("a+")],
        [null, 2n ** 70n],
      ]),
    );
    expect(value).toEqual({
      rows: [row],
      tags: ["a"],
      '"rows"': "1970-01-01",
      "[1 2]": "<function:f>",
      "1970-01-01": "a+",
      nil: 2n ** 70n,
    });
    const [first] = (value as { rows: object[] }).rows;
    expect(Object.keys(first ?? {})).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(first)).toBe(Object.prototype);
  });

  test("truncateForHistory gives every value a plain form that JSON and structured clones accept", () => {
    fc.assert(
      fc.property(arbitraryValue, ({ value: given }) => {
        const { value } = truncateForHistory(given);
        expect(structuredClone(value)).toEqual(value);
        expect(isPlain(value)).toBe(true);
      }),
    );
  });

  test("shortenedValue keeps kinds of keys, sort order and firewalled fields, and replaces functions by their names", () => {
    const sorted = SortedMap.of(
      [
        ["b", 1],
        ["a", 2],
      ],
      ascendingOrder,
    );
    const source = [1, [2]];
    const { value, truncated } = shortenedValue(
      mapOf([
        [keyword("a"), sorted],
        ["_b", fromHost(source)],
        ["f", new NamedFunction("f")],
      ]),
    );
    source.length = 0;
    expect(truncated).toBe(false);
    expect(formatFeedback(mapOf([["kept", value]])).text).toBe(
      '{"kept" {:a {"a" 2, "b" 1}, "_b" <Firewalled>, "f" "<function:f>"}}',
    );
    expect(formatResult(value).text).toBe(
      '{"a": {"a": 2, "b": 1}, "_b": [1, [2]], "f": "<function:f>"}',
    );
  });
});

function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null || value instanceof Date) return true;
  const isCollection = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isCollection && Object.values(value).every(isPlain);
}

function tower(levels: number): Value {
  let value: Value = 1;
  for (let level = 0; level < levels; level++) value = Vector.of<Value>([value]);
  return value;
}

describe("integers with very many digits", () => {
  const large = 2n ** 524_000n;
  const fields = Object.fromEntries(
    Array.from({ length: 32 }, (_, index) => [`field_${String(index)}`, large]),
  );

  test("cuts long integers without computing all digits", () => {
    expect(formatFeedback(large).text).toBe('"..." #_(157741 more characters)');
    expect(formatResult([1, large]).text).toBe('[1, "... (157741 more characters)"]');
    const before = process.cpuUsage();
    for (let count = 0; count < 20; count++) {
      formatFeedback(fields, { feedbackMaxChars: 4_000 });
      formatResult(fields, { resultMaxChars: 4_000 });
      truncateForHistory(fields, { maxBytes: 4_000 });
    }
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5_000);
  });

  test("shows a long integer whole if there is room, and otherwise cuts it after its first digits", () => {
    const some = 10n ** 600n;
    expect(formatResult(some, { resultMaxChars: 700 }).text).toBe(String(some));
    expect(formatResult(some, { resultMaxChars: Number.MAX_SAFE_INTEGER }).text).toBe(String(some));
    expect(formatResult(some).text).toMatch(/^"10{400,}\.\.\. \(\d+ more characters\)"$/);
  });
});
