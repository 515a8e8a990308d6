import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryData, mapOf } from "../../test/arbitrary-value.ts";
import { formOf } from "../../test/form-of.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { towers, unfoldings } from "../../test/unfolding.ts";
import { BudgetSpent, WorkCounter } from "../../test/work-counter.ts";
import {
  DataDepthError,
  Keyword,
  LazySequence,
  RegexValue,
  Temporal,
  Vector,
  fromHost,
  maximumDataDepth,
  type Value,
} from "../values/index.ts";
import { TrieSet } from "../values/internal.ts";
import { decodeValue } from "../decoding/decode.ts";
import { EncodingError, encodeValue } from "./encode.ts";

const keyword = (text: string) => new Keyword(text);

const throughText = (value: Value) => decodeValue(JSON.parse(JSON.stringify(encodeValue(value))));

describe("the round trip through JSON text", () => {
  test("keeps each value with its order, kind of numbers and origin of maps", () => {
    fc.assert(
      fc.property(arbitraryData, (value) => {
        expect(formOf(throughText(value))).toEqual(formOf(value));
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 250 : 1000 },
    );
  });

  test("keeps the form of values that are not equal to their copies", () => {
    const value = Vector.of<Value>([NaN, Infinity, -Infinity, -0, new RegexValue("a+")]);
    expect(formOf(throughText(value))).toEqual(formOf(value));
  });

  test("the round trip does not depend on JSON that the host parsed before", () => {
    const text = fc.string({
      unit: fc.constantFrom("\\", '"', "\n", "\u0001", "\ud800", "n", "a"),
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (names) => {
        const value = mapOf(
          names.flatMap((name): [Value, Value][] => [
            [name, 1],
            [keyword(name), 2],
          ]),
          true,
        );
        JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))));
        expect(formOf(throughText(value))).toEqual(formOf(value));
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 125 : 500 },
    );
  });

  test.each(towers)(
    "round-trips a tower of $kind up to the depth limit, and rejects a deeper one",
    ({ make }) => {
      const tower = make(maximumDataDepth);
      expect(formOf(throughText(tower))).toEqual(formOf(tower));
      expect(
        formOf(throughText(Vector.of<Value>([make(maximumDataDepth - 1), keyword("a")]))),
      ).toBeInstanceOf(Array);
      expect(() => encodeValue(make(20_000))).toThrow(DataDepthError);
    },
  );

  test("keeps scalars at the deepest level", () => {
    for (const leaf of [
      keyword("a"),
      2n ** 70n,
      NaN,
      new Temporal("instant", 1),
      new RegexValue("a"),
    ] as Value[]) {
      let tower = leaf;
      for (let level = 0; level <= maximumDataDepth; level++) tower = Vector.of([tower]);
      expect(formOf(throughText(tower))).toEqual(formOf(tower));
    }
  });
});

describe("the written JSON", () => {
  const written: readonly (readonly [string, Value, unknown])[] = [
    [
      "common data as ordinary JSON",
      Vector.of<Value>([null, true, 1, "s", Vector.of<Value>([])]),
      [null, true, 1, "s", []],
    ],
    [
      "a map of keywords",
      mapOf([
        [keyword("a"), 1],
        [keyword("b/c"), 2],
      ]),
      { ":a": 1, ":b/c": 2 },
    ],
    ["a map of the host", fromHost({ a: 1, b: [2] }), { a: 1, b: [2] }],
    [
      "a map of the host with a keyword added",
      mapOf(
        [
          ["a", 1],
          [keyword("b"), 2],
        ],
        true,
      ),
      { a: 1, ":b": 2 },
    ],
    ["an empty map", mapOf([]), {}],
    ["an empty map of the host", fromHost({}), { $fields: [] }],
    [
      "keywords in a map of the host",
      mapOf([[keyword("a"), 1]], true),
      { $fields: [[{ $keyword: "a" }, 1]] },
    ],
    ["strings in a map of the program", mapOf([["a", 1]]), { $map: [["a", 1]] }],
    ["other keys", mapOf([[1, 2]]), { $map: [[1, 2]] }],
    [
      "names that look like tags or keywords",
      fromHost({ $set: 1, b: 2 }),
      {
        $fields: [
          ["$set", 1],
          ["b", 2],
        ],
      },
    ],
    [
      "names that an object would reorder",
      mapOf(
        [
          ["b", 1],
          ["7", 2],
        ],
        true,
      ),
      {
        $fields: [
          ["b", 1],
          ["7", 2],
        ],
      },
    ],
    ["names with escapes", fromHost({ 'a"': 1 }), { $fields: [['a"', 1]] }],
    ["keywords with escapes", mapOf([[keyword("a\n"), 1]]), { $map: [[{ $keyword: "a\n" }, 1]] }],
    ["names in any script", fromHost({ "größe \u{1f600}": 1 }), { "größe \u{1f600}": 1 }],
    ["one name that is a number", fromHost({ 7: 1 }), { 7: 1 }],
    ["a keyword", keyword("a"), { $keyword: "a" }],
    ["a set", TrieSet.of([1, 2]), { $set: [1, 2] }],
    ["a large integer", 2n ** 64n, { $integer: "18446744073709551616" }],
    ["a large double", 2 ** 64, 2 ** 64],
    [
      "special numbers",
      Vector.of<Value>([NaN, Infinity, -Infinity, -0]),
      [{ $number: "NaN" }, { $number: "Infinity" }, { $number: "-Infinity" }, { $number: "-0" }],
    ],
    ["an instant", new Temporal("instant", 5), { $instant: "1970-01-01T00:00:00.005Z" }],
    ["a local date", new Temporal("local-date", 1), { $localDate: "1970-01-02" }],
    ["a duration", new Temporal("duration", 1500), { $duration: 1500 }],
    ["a pattern", new RegexValue("a+"), { $regex: "a+" }],
    ["the entry of a map", Vector.of<Value>(["a", 1], "entry"), { $entry: ["a", 1] }],
    [
      "the entry of a map of fields",
      Vector.of<Value>(["a", 1], "entry").ofFields(),
      { $fieldEntry: ["a", 1] },
    ],
  ];

  test.each(written)("encodes %s", (_, value, json) => {
    expect(encodeValue(value)).toEqual(json);
  });

  test.each(written)("decodes %s to a value of the same kind", (_, value, json) => {
    const read = decodeValue(json);
    expect(formOf(read)).toEqual(formOf(value));
    if (value instanceof Vector) expect(read).toMatchObject({ kind: value.kind });
  });

  test("encodes a field named __proto__ as an ordinary field", () => {
    const value = fromHost(JSON.parse('{"__proto__": {"polluted": true}, "a": 1}'));
    const json = encodeValue(value) as object;
    expect(JSON.stringify(json)).toBe('{"__proto__":{"polluted":true},"a":1}');
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
    expect("polluted" in json).toBe(false);
    expect(formOf(throughText(value))).toEqual(formOf(value));
  });
});

describe("values that can't be encoded", () => {
  const misplaced: readonly (readonly [string, Value])[] = [
    ["", new NamedFunction()],
    [
      "items[2].handler",
      mapOf([
        [keyword("items"), Vector.of<Value>([1, 2, mapOf([["handler", new NamedFunction()]])])],
      ]),
    ],
    ["[0]#{}", Vector.of<Value>([TrieSet.of([new NamedFunction()])])],
    ["key", mapOf([[new NamedFunction(), 1]])],
    ["….a", mapOf([[1, mapOf([[keyword("a"), new NamedFunction()]])]])],
  ];

  test.each(misplaced)("names the location %j of a value that can't be encoded", (path, value) => {
    const error = caught(() => encodeValue(value));
    expect(error).toBeInstanceOf(EncodingError);
    expect((error as EncodingError).path).toBe(path);
    expect((error as EncodingError).message).toMatch(
      path === "" ? /^a value of type function/ : /: a value of type function/,
    );
  });

  test("the error for a lazy sequence names its type", () => {
    expect(() => encodeValue(new (class extends LazySequence {})())).toThrow("lazy sequence");
  });
});

describe("the meter of encodeValue", () => {
  test.each(unfoldings)("stops the encoding of $kind that unfold 2^60 times", ({ make }) => {
    expect(() => encodeValue(make(60), undefined, new WorkCounter(10_000))).toThrow(BudgetSpent);
  });

  test("charges each element once", () => {
    const counter = new WorkCounter();
    encodeValue(
      Vector.of<Value>([TrieSet.of([1, 2]), mapOf([["a", 1]]), fromHost({ b: 1, c: 2 })]),
      undefined,
      counter,
    );
    expect(counter.elements).toBe(8);
  });
});

function caught(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("expected an error");
}
