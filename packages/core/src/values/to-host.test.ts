import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryData, mapOf } from "../../test/arbitrary-value.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { towers, unfoldings } from "../../test/unfolding.ts";
import { BudgetSpent, WorkCounter } from "../../test/work-counter.ts";
import { DataDepthError, maximumDataDepth } from "./depth.ts";
import { fromHost, hostFunctionMarker } from "./host-crossing.ts";
import { Keyword } from "./keyword.ts";
import { RegexValue } from "./regex.ts";
import { Temporal } from "./temporal.ts";
import { HostKeyError, toHost } from "./to-host.ts";
import { TrieSet } from "./trie-set.ts";
import { Vector } from "./vector.ts";
import type { Value } from "./value.ts";

const keyword = (text: string) => new Keyword(text);
const both = ["plain", "native"] as const;

describe("conversion of scalars to the host", () => {
  const scalars: readonly (readonly [Value, unknown])[] = [
    [null, null],
    [true, true],
    [-0, -0],
    [NaN, NaN],
    [2n ** 70n, 2n ** 70n],
    ["x", "x"],
    [keyword("user/id"), "user/id"],
    [new Temporal("instant", 5), new Date(5)],
    [new Temporal("local-date", 1), "1970-01-02"],
    [new Temporal("duration", 1500), "PT1.5S"],
    [new RegexValue("a+"), "a+"],
    [new NamedFunction("f"), hostFunctionMarker],
  ];

  test.each(scalars)("%s becomes %s", (value, hosted) => {
    for (const collections of both) expect(toHost(value, { collections })).toEqual(hosted);
  });
});

describe("conversion to plain collections", () => {
  test("converts maps to objects, and vectors and sets to arrays", () => {
    const value = mapOf([
      [keyword("rows"), Vector.of<Value>([mapOf([["id", 1]]), null])],
      ["tags", TrieSet.of([keyword("a"), "b"])],
    ]);
    expect(toHost(value)).toEqual({ rows: [{ id: 1 }, null], tags: ["a", "b"] });
  });

  test("converts keys that are not names to their printed text", () => {
    const value = mapOf([
      [null, 0],
      [true, 1],
      [1.5, 2],
      [NaN, 3],
      [Infinity, 4],
      [-Infinity, 5],
      [2n ** 70n, 6],
      [new Temporal("local-date", 0), 7],
      [new Temporal("instant", 0), 8],
    ]);
    expect(toHost(value)).toEqual({
      nil: 0,
      true: 1,
      "1.5": 2,
      "##NaN": 3,
      "##Inf": 4,
      "##-Inf": 5,
      [String(2n ** 70n)]: 6,
      "1970-01-01": 7,
      "1970-01-01T00:00:00Z": 8,
    });
  });

  test.each(["__proto__", "constructor", "toString"])(
    "defines the key %s as an own property",
    (name) => {
      const object = toHost(mapOf([[keyword(name), mapOf([["polluted", true]])]])) as object;
      expect(Object.entries(object)).toEqual([[name, { polluted: true }]]);
      expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
      expect("polluted" in object).toBe(false);
    },
  );

  test.each<{ what: string; key: Value }>([
    { what: "vector", key: Vector.of<Value>([1]) },
    { what: "map", key: mapOf([]) },
    { what: "set", key: TrieSet.of([]) },
    { what: "function", key: new NamedFunction() },
    { what: "regex", key: new RegexValue("a") },
  ])("rejects a $what as a key and names its type", ({ what, key }) => {
    expect(() => toHost(mapOf([[key, 1]]))).toThrow(HostKeyError);
    expect(() => toHost(mapOf([[key, 1]]))).toThrow(`a ${what} is used as a map key`);
  });

  test.each<{ what: string; keys: [Value, Value] }>([
    { what: "keyword and string", keys: [keyword("a"), "a"] },
    { what: "number and text", keys: [1, "1"] },
    { what: "nil and text", keys: [null, "nil"] },
    { what: "names of the prototype", keys: [keyword("__proto__"), "__proto__"] },
    { what: "date and text", keys: [new Temporal("local-date", 0), "1970-01-01"] },
  ])("rejects two keys with the same text: $what", ({ keys }) => {
    expect(() => toHost(mapOf(keys.map((key) => [key, 1])))).toThrow(HostKeyError);
  });
});

describe("conversion to native collections", () => {
  test("converts to Maps, Sets and arrays, with any key", () => {
    const value = mapOf([
      [Vector.of<Value>([1]), TrieSet.of([2])],
      [null, mapOf([[keyword("a"), 1]])],
    ]);
    expect(toHost(value, { collections: "native" })).toEqual(
      new Map<unknown, unknown>([
        [[1], new Set([2])],
        [null, new Map([["a", 1]])],
      ]),
    );
  });

  test("keeps keys of different kinds apart", () => {
    expect(
      toHost(
        mapOf([
          [1, "number"],
          ["1", "text"],
          [null, "nil"],
          ["nil", "text"],
        ]),
        { collections: "native" },
      ),
    ).toEqual(
      new Map<unknown, unknown>([
        [1, "number"],
        ["1", "text"],
        [null, "nil"],
        ["nil", "text"],
      ]),
    );
  });

  test("throws instead of losing an entry or member", () => {
    expect(() =>
      toHost(
        mapOf([
          [keyword("a"), 1],
          ["a", 2],
        ]),
        { collections: "native" },
      ),
    ).toThrow(HostKeyError);
    expect(() => toHost(TrieSet.of([keyword("a"), "a"]), { collections: "native" })).toThrow(
      HostKeyError,
    );
    expect(
      toHost(TrieSet.of([new NamedFunction(), new NamedFunction(), NaN, NaN]), {
        collections: "native",
      }),
    ).toEqual(new Set([hostFunctionMarker, NaN]));
  });
});

describe("the copy that toHost returns", () => {
  test("shares nothing with the original", () => {
    const source = { list: [1], deep: { a: 1 } };
    const copy = toHost(fromHost(source)) as { list: number[]; deep: { a: number } };
    copy.list.push(2);
    copy.deep.a = 2;
    expect(source).toEqual({ list: [1], deep: { a: 1 } });
  });

  test("converting JSON data to a value and back returns the same data", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(toHost(fromHost(json))).toEqual(json);
      }),
    );
  });

  test("returns a value or throws a HostKeyError for any data", () => {
    fc.assert(
      fc.property(arbitraryData, fc.constantFrom(...both), (value, collections) => {
        try {
          toHost(value, { collections });
        } catch (error) {
          expect(error).toBeInstanceOf(HostKeyError);
        }
      }),
    );
  });
});

describe("bounds of toHost", () => {
  test.each(unfoldings)(
    "converting $kind that unfold 2^60 times stops once the budget is spent",
    ({ make }) => {
      expect(() =>
        toHost(make(60), { collections: "native", meter: new WorkCounter(10_000) }),
      ).toThrow(BudgetSpent);
    },
  );

  test("charges each element once", () => {
    const counter = new WorkCounter();
    toHost(Vector.of<Value>([TrieSet.of([1, 2]), mapOf([["a", 1]])]), { meter: counter });
    expect(counter.elements).toBe(5);
  });

  test.each(towers)(
    "converts a tower of $kind up to the depth limit and rejects a deeper one",
    ({ make }) => {
      expect(toHost(make(maximumDataDepth), { collections: "native" })).toBeTypeOf("object");
      expect(() => toHost(make(20_000), { collections: "native" })).toThrow(DataDepthError);
    },
  );

  test("rejects host data that contains itself", () => {
    const source: { self?: unknown } = {};
    source.self = source;
    expect(() => toHost(fromHost(source))).toThrow(DataDepthError);
  });
});
