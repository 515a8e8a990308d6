import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryData, mapOf } from "../../test/arbitrary-value.ts";
import { formOf } from "../../test/form-of.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { towers, unfoldings } from "../../test/unfolding.ts";
import { BudgetSpent, WorkCounter } from "../../test/work-counter.ts";
import {
  DataDepthError,
  FunctionValue,
  Keyword,
  LazySequence,
  OpaqueValue,
  RegexValue,
  Temporal,
  TrieSet,
  Vector,
  fromHost,
  maximumDataDepth,
  type Value,
} from "../values/index.ts";
import { decodeValue, type FunctionDecoder } from "../decoding/decode.ts";
import { EncodingError, encodeValue, type FunctionEncoder } from "./encode.ts";

const keyword = (text: string) => new Keyword(text);
const throughText = (value: Value) => decodeValue(JSON.parse(JSON.stringify(encodeValue(value))));

describe("the round trip through JSON text", () => {
  test("gives every value back: order, kind of number, and who made each map", () => {
    fc.assert(
      fc.property(arbitraryData, (value) => {
        expect(formOf(throughText(value))).toEqual(formOf(value));
      }),
      { numRuns: 1000 },
    );
  });

  test("of what equals nothing or itself only gives the same form", () => {
    const value = Vector.of<Value>([NaN, Infinity, -Infinity, -0, new RegexValue("a+")]);
    expect(formOf(throughText(value))).toEqual(formOf(value));
  });

  test("does not depend on what the host has parsed before", () => {
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
      { numRuns: 500 },
    );
  });

  test.each(towers)(
    "holds for a tower of $kind as high as allowed, and beyond it is refused",
    ({ make }) => {
      const tower = make(maximumDataDepth);
      expect(formOf(throughText(tower))).toEqual(formOf(tower));
      expect(
        formOf(throughText(Vector.of<Value>([make(maximumDataDepth - 1), keyword("a")]))),
      ).toBeInstanceOf(Array);
      expect(() => encodeValue(make(20_000))).toThrow(DataDepthError);
    },
  );

  test("keeps scalars in the deepest place", () => {
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

describe("what is written", () => {
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
  ];

  test.each(written)("%s", (_, value, json) => {
    expect(encodeValue(value)).toEqual(json);
  });

  test("a field named __proto__ is a field", () => {
    const value = fromHost(JSON.parse('{"__proto__": {"polluted": true}, "a": 1}'));
    const json = encodeValue(value) as object;
    expect(JSON.stringify(json)).toBe('{"__proto__":{"polluted":true},"a":1}');
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
    expect("polluted" in json).toBe(false);
    expect(formOf(throughText(value))).toEqual(formOf(value));
  });
});

describe("what cannot be kept", () => {
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

  test.each(misplaced)("is named by its place %j", (path, value) => {
    const error = caught(() => encodeValue(value));
    expect(error).toBeInstanceOf(EncodingError);
    expect((error as EncodingError).path).toBe(path);
    expect((error as EncodingError).message).toMatch(
      path === "" ? /^a value of type function/ : /: a value of type function/,
    );
  });

  test("a lazy sequence says what it is", () => {
    expect(() => encodeValue(new (class extends LazySequence {})())).toThrow("lazy sequence");
  });
});

describe("functions", () => {
  class Captured extends FunctionValue {
    readonly name = undefined;
    readonly source: string;
    readonly captured: Value;

    constructor(source: string, captured: Value) {
      super();
      this.source = source;
      this.captured = captured;
    }
  }

  const encoder: FunctionEncoder = {
    encodeFunction: (fn, encode) =>
      fn instanceof Captured ? { source: fn.source, captured: encode(fn.captured) } : undefined,
  };
  const decoder: FunctionDecoder = {
    decodeFunction: (json, decode) => {
      const { source, captured } = json as { source?: unknown; captured?: unknown };
      return typeof source === "string" ? new Captured(source, decode(captured)) : undefined;
    },
  };

  test("cross with what they captured, functions among it", () => {
    const fn = new Captured(
      "(fn [x] (f x))",
      Vector.of<Value>([keyword("a"), new Captured("(fn [y] y)", TrieSet.of([1]))]),
    );
    const json = encodeValue(mapOf([[keyword("f"), fn]]), encoder);
    expect(json).toEqual({
      ":f": {
        $function: {
          source: "(fn [x] (f x))",
          captured: [
            { $keyword: "a" },
            { $function: { source: "(fn [y] y)", captured: { $set: [1] } } },
          ],
        },
      },
    });
    expect(encodeValue(decodeValue(JSON.parse(JSON.stringify(json)), decoder), encoder)).toEqual(
      json,
    );
  });

  test("that the encoder does not know are refused by their place", () => {
    expect(
      (
        caught(() =>
          encodeValue(new Captured("f", Vector.of<Value>([new NamedFunction()])), encoder),
        ) as EncodingError
      ).path,
    ).toBe("captured[0]");
  });

  test("and what else is no data cross as the language writes them; without its help as the data that stands for them", () => {
    class Box extends OpaqueValue {
      readonly typeName = "box";
      readonly held: Value;

      constructor(held: Value) {
        super();
        this.held = held;
      }

      override get asData(): Value {
        return this.held;
      }
    }
    const opaque: FunctionEncoder = {
      ...encoder,
      encodeOpaque: (value, encode) =>
        value instanceof Box ? { box: encode(value.held) } : { absent: value.typeName },
    };
    const value = Vector.of<Value>([new Box(keyword("a")), new NamedFunction()]);
    const json = encodeValue(value, opaque);
    expect(json).toEqual([
      { $opaque: { box: { $keyword: "a" } } },
      { $opaque: { absent: "function" } },
    ]);
    expect(encodeValue(Vector.of<Value>([new Box(keyword("a"))]), encoder)).toEqual([
      { $keyword: "a" },
    ]);
    const read: FunctionDecoder = {
      ...decoder,
      decodeOpaque: (content, decode) =>
        new Box(decode((content as { readonly box?: unknown }).box ?? null)),
    };
    expect(encodeValue(decodeValue(json, read), opaque)).toEqual([
      { $opaque: { box: { $keyword: "a" } } },
      { $opaque: { box: null } },
    ]);
    expect(() => decodeValue(json, decoder)).toThrow("[0]: malformed $opaque");
  });

  test("captured in each other without end are refused as too deep", () => {
    let fn = new Captured("f", null);
    for (let level = 0; level < 20_000; level++) fn = new Captured("f", fn);
    expect(() => encodeValue(fn, encoder)).toThrow(DataDepthError);
  });

  test("an encoder that gives a place up goes on with the right path", () => {
    const lenient: FunctionEncoder = {
      encodeFunction: (fn, encode) => {
        if (!(fn instanceof Captured)) return undefined;
        try {
          return { captured: encode(fn.captured) };
        } catch {
          return { captured: null };
        }
      },
    };
    const value = Vector.of<Value>([
      new Captured("f", Vector.of<Value>([new NamedFunction()])),
      new NamedFunction(),
    ]);
    expect((caught(() => encodeValue(value, lenient)) as EncodingError).path).toBe("[1]");
  });
});

describe("the meter", () => {
  test.each(unfoldings)("stops $kind that unfold 2^60 times", ({ make }) => {
    expect(() => encodeValue(make(60), undefined, new WorkCounter(10_000))).toThrow(BudgetSpent);
  });

  test("is told each element once", () => {
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
