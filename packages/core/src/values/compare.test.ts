import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryData, arbitraryNumber, mapOf } from "../../test/arbitrary-value.ts";
import { formOf } from "../../test/form-of.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { rebuilt } from "../../test/rebuilt.ts";
import { towers, unfoldings } from "../../test/unfolding.ts";
import { BudgetSpent, WorkCounter } from "../../test/work-counter.ts";
import { OrderError, compareValues, quantityOrder, relativeOrder } from "./compare.ts";
import { DataDepthError } from "./depth.ts";
import { equals } from "./equality.ts";
import { Keyword } from "./keyword.ts";
import { RegexValue } from "./regex.ts";
import { SymbolValue } from "./symbol.ts";
import { Temporal } from "./temporal.ts";
import { TrieSet } from "./trie-set.ts";
import { Vector } from "./vector.ts";
import type { Value } from "./value.ts";

/** Generates values of one kind, with nil at any level. */
function ofKind(kind: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> {
  const value = fc.oneof({ arbitrary: kind, weight: 5 }, fc.constant(null));
  const vector = fc.array(value, { maxLength: 2 }).map((items) => Vector.of<Value>(items));
  return fc.oneof(
    fc.array(value, { minLength: 3, maxLength: 3 }),
    fc.array(vector, { minLength: 3, maxLength: 3 }),
  );
}

const comparable: fc.Arbitrary<Value[]> = fc.oneof(
  ofKind(arbitraryNumber.filter((number) => !Number.isNaN(number))),
  ofKind(fc.constantFrom<Value>(-0, 0, 1, 2 ** 53, 2n ** 53n, 2n ** 53n + 1n)),
  ofKind(fc.constantFrom("", "a", "ab", "b", "\uFFFD", "\u{1F600}")),
  ofKind(fc.constantFrom(...["a", "b", "a/b", "a/c", "b/a"].map((text) => new Keyword(text)))),
  ofKind(fc.constantFrom(...["a", "b", "a/b", "b/a"].map((text) => new SymbolValue(text)))),
  ofKind(fc.boolean()),
  ofKind(fc.constantFrom(0, 1, -1).map((amount) => new Temporal("duration", amount))),
);

describe("the order of values", () => {
  test("swapping the sides reverses the order, and exactly equal values compare as 0", () => {
    fc.assert(
      fc.property(comparable, ([left = null, right = null]) => {
        const order = compareValues(left, right);
        expect([-1, 0, 1]).toContain(order);
        expect(compareValues(right, left) + order).toBe(0);
        expect(order === 0).toBe(equals(left, right));
      }),
      { numRuns: 500 },
    );
  });

  test("two values have an order in both directions or in neither", () => {
    fc.assert(
      fc.property(arbitraryData, arbitraryData, (left, right) => {
        const [order, turned] = [relativeOrder(left, right), relativeOrder(right, left)];
        expect(Number.isNaN(order)).toBe(Number.isNaN(turned));
        if (!Number.isNaN(order)) expect(order + turned).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  test("the order is transitive", () => {
    fc.assert(
      fc.property(comparable, (values) => {
        const [low, middle, high] = values.sort(compareValues) as [Value, Value, Value];
        expect(compareValues(low, middle)).toBeLessThanOrEqual(0);
        expect(compareValues(middle, high)).toBeLessThanOrEqual(0);
        expect(compareValues(low, high)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 500 },
    );
  });

  test("the order does not depend on how a value was built", () => {
    fc.assert(
      fc.property(arbitraryData, arbitraryData, (left, right) =>
        Object.is(relativeOrder(left, right), relativeOrder(rebuilt(left), rebuilt(right))),
      ),
    );
  });

  test.each<[string, Value[]]>([
    [
      "numbers",
      [null, NaN, -Infinity, -(2n ** 60n), -1, 0, 0.5, 2 ** 53, 2n ** 53n + 1n, Infinity],
    ],
    ["texts by UTF-16 units", [null, "", "B", "a", "aa", "b", "\u{1F600}", "\uFFFD"]],
    ["keywords, those without a namespace first", namesOf((text) => new Keyword(text))],
    ["symbols alike", namesOf((text) => new SymbolValue(text))],
    ["booleans", [null, false, true]],
    ["moments", [null, new Temporal("instant", 1), new Temporal("instant", 2)]],
    [
      "vectors, the shorter first",
      [null, [], [null], [9], [1, null], [1, 2], [1, 3]].map((items) =>
        items === null ? null : Vector.of<Value>(items),
      ),
    ],
  ])("sorts %s in the documented order", (_, ascending) => {
    fc.assert(
      fc.property(fc.shuffledSubarray(ascending, { minLength: ascending.length }), (shuffled) => {
        expect(shuffled.sort(compareValues).map(formOf)).toEqual(ascending.map(formOf));
      }),
      { numRuns: 20 },
    );
  });

  test("values of different kinds, maps, sets and functions have no order, also inside vectors", () => {
    const unlike: Value[] = [
      1,
      "a",
      true,
      new Keyword("a"),
      new SymbolValue("a"),
      new Temporal("instant", 1),
      new Temporal("local-date", 1),
      mapOf([]),
      TrieSet.of([]),
      new NamedFunction("f"),
      new NamedFunction("f"),
      new RegexValue("a"),
      Vector.of<Value>([1]),
    ];
    for (const [index, left] of unlike.entries())
      for (const right of unlike.slice(index + 1)) {
        expect(relativeOrder(left, right)).toBe(NaN);
        expect(() => compareValues(Vector.of<Value>([left]), Vector.of<Value>([right]))).toThrow(
          OrderError,
        );
      }
    const [map, set] = [mapOf([]), TrieSet.of([])];
    expect([relativeOrder(map, map), relativeOrder(set, set)]).toEqual([NaN, NaN]);
    expect(relativeOrder(null, map)).toBe(-1);
  });

  test("functions and patterns compare as 0 with themselves", () => {
    const [named, regex] = [new NamedFunction("f"), new RegexValue("a")];
    expect([compareValues(named, named), compareValues(regex, regex)]).toEqual([0, 0]);
  });

  test("quantityOrder rejects nil, booleans, keywords and vectors", () => {
    expect(quantityOrder(1, 2n ** 60n)).toBe(-1);
    expect(quantityOrder("b", "a")).toBe(1);
    expect(quantityOrder(new Temporal("instant", 1), new Temporal("instant", 1))).toBe(0);
    for (const value of [null, true, new Keyword("a"), Vector.of<Value>([1])])
      expect(quantityOrder(value, value)).toBe(NaN);
  });
});

/** Returns names in ascending order. */
function namesOf(make: (text: string) => Value): Value[] {
  return [null, ...["a", "b", "a/a", "a/b", "b/a"].map(make)];
}

describe("bounds of comparing", () => {
  test("comparing vectors that unfold 2^60 times spends the budget", () => {
    const { make } = unfoldings[0] ?? { make: () => null };
    expect(() => compareValues(make(60), make(60), new WorkCounter(10_000))).toThrow(BudgetSpent);
  });

  test("comparing towers of vectors that are too deep throws", () => {
    const { make } = towers[0] ?? { make: () => null };
    expect(() => compareValues(make(20_000), make(20_000))).toThrow(DataDepthError);
  });
});
