import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryData, mapOf } from "../../test/arbitrary-value.ts";
import { formOf } from "../../test/form-of.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { rebuilt } from "../../test/rebuilt.ts";
import { towers, unfoldings } from "../../test/unfolding.ts";
import { BudgetSpent, WorkCounter } from "../../test/work-counter.ts";
import { compareValues } from "./compare.ts";
import { DataDepthError } from "./depth.ts";
import { equals } from "./equality.ts";
import { Keyword } from "./keyword.ts";
import { RegexValue } from "./regex.ts";
import { Temporal } from "./temporal.ts";
import { TrieSet } from "./trie-set.ts";
import { Vector } from "./vector.ts";
import type { Value } from "./value.ts";

/** Data close to each other, so that the deeper rules are reached. */
const arbitraryNeighbour: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<Value>(
      null,
      true,
      0,
      1,
      2 ** 53,
      2n ** 53n + 1n,
      "a",
      "nil",
      new Keyword("nil"),
      new Keyword("true"),
      new Temporal("duration", 0),
    ),
    fc.array(tie("value"), { maxLength: 2 }).map((items) => Vector.of<Value>(items)),
    fc.array(tie("value"), { maxLength: 3 }).map((items) => TrieSet.of(items)),
    fc.array(fc.tuple(tie("value"), tie("value")), { maxLength: 3 }).map((pairs) => mapOf(pairs)),
  ),
})).value;

const arbitraryEither = fc.oneof(arbitraryData, arbitraryNeighbour);

describe("the order", () => {
  test("turns round when its sides change, and ties exactly what is equal", () => {
    fc.assert(
      fc.property(arbitraryEither, arbitraryEither, (left, right) => {
        const order = compareValues(left, right);
        expect([-1, 0, 1]).toContain(order);
        expect(compareValues(right, left) + order).toBe(0);
        expect(order === 0).toBe(equals(left, right));
      }),
      { numRuns: 500 },
    );
  });

  test("is transitive", () => {
    fc.assert(
      fc.property(arbitraryEither, arbitraryEither, arbitraryEither, (first, second, third) => {
        const [low, middle, high] = [first, second, third].sort(compareValues) as [
          Value,
          Value,
          Value,
        ];
        expect(compareValues(low, middle)).toBeLessThanOrEqual(0);
        expect(compareValues(middle, high)).toBeLessThanOrEqual(0);
        expect(compareValues(low, high)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 500 },
    );
  });

  test("does not see how a value was made", () => {
    fc.assert(
      fc.property(
        arbitraryEither,
        arbitraryEither,
        (left, right) =>
          compareValues(left, right) === compareValues(rebuilt(left), rebuilt(right)),
      ),
    );
  });

  test("stands as documented", () => {
    const ascending: Value[] = [
      NaN,
      -Infinity,
      -(2n ** 60n),
      -1,
      0,
      0.5,
      2 ** 53,
      2n ** 53n + 1n,
      Infinity,
      new Keyword("a"),
      false,
      null,
      new Keyword("nil"),
      true,
      new Keyword("true"),
      new Keyword("z"),
      new NamedFunction("f"),
      new Temporal("duration", 5),
      new Temporal("instant", 1),
      new Temporal("instant", 2),
      new Temporal("local-date", 0),
      TrieSet.of([]),
      TrieSet.of([1]),
      TrieSet.of([2]),
      TrieSet.of([1, 2]),
      mapOf([]),
      mapOf([["a", 2]]),
      mapOf([["b", 1]]),
      mapOf([["b", 2]]),
      mapOf([
        ["a", 1],
        ["b", 1],
      ]),
      Vector.of<Value>([]),
      Vector.of<Value>([9]),
      Vector.of<Value>([1, 2]),
      Vector.of<Value>([1, 3]),
      "",
      "a",
      "aa",
      "b",
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(ascending, { minLength: ascending.length }), (shuffled) => {
        expect(shuffled.sort(compareValues).map(formOf)).toEqual(ascending.map(formOf));
      }),
      { numRuns: 20 },
    );
  });

  test("ties what is equal to itself only with its kind", () => {
    expect(compareValues(new NamedFunction("f"), new NamedFunction("g"))).toBe(0);
    expect(compareValues(new RegexValue("a"), new RegexValue("b"))).toBe(0);
    expect(compareValues(NaN, NaN)).toBe(0);
  });
});

describe("bounds", () => {
  test.each(unfoldings)("two unfoldings of $kind spend the budget and not the day", ({ make }) => {
    expect(() => compareValues(make(60), make(60), new WorkCounter(10_000))).toThrow(BudgetSpent);
  });

  test.each(towers)("towers of $kind that are too high are refused", ({ make }) => {
    expect(() => compareValues(make(20_000), make(20_000))).toThrow(DataDepthError);
  });
});
