import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryData, arbitraryNumber, mapOf } from "../../test/arbitrary-value.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { rebuilt } from "../../test/rebuilt.ts";
import { towers, unfoldings } from "../../test/unfolding.ts";
import { BudgetSpent, WorkCounter } from "../../test/work-counter.ts";
import { DataDepthError, maximumDataDepth } from "./depth.ts";
import { equals } from "./equality.ts";
import { HostCrossing } from "./host-crossing.ts";
import { Keyword } from "./keyword.ts";
import { RegexValue } from "./regex.ts";
import { Temporal } from "./temporal.ts";
import { TrieSet } from "./trie-set.ts";
import { Vector } from "./vector.ts";
import type { Value } from "./value.ts";

describe("the laws", () => {
  test("a value equals itself, and itself made anew", () => {
    fc.assert(
      fc.property(
        arbitraryData,
        (value) =>
          equals(value, value) && equals(value, rebuilt(value)) && equals(rebuilt(value), value),
      ),
    );
  });

  test("equality has no direction", () => {
    fc.assert(
      fc.property(
        arbitraryData,
        arbitraryData,
        (left, right) => equals(left, right) === equals(right, left),
      ),
    );
  });

  test("numbers are equal exactly when their amounts are", () => {
    const exact = (value: number | bigint) => (Number.isInteger(value) ? BigInt(value) : value);
    fc.assert(
      fc.property(
        arbitraryNumber,
        arbitraryNumber,
        (left, right) => equals(left, right) === (exact(left) === exact(right)),
      ),
    );
  });
});

describe("values of different kinds", () => {
  const kinds: readonly Value[] = [
    null,
    false,
    true,
    0,
    1,
    "",
    "a",
    "1",
    "nil",
    new Keyword("a"),
    new Keyword("nil"),
    Vector.of<Value>([]),
    Vector.of<Value>(["a"]),
    mapOf([]),
    mapOf([["a", 1]]),
    mapOf([[new Keyword("a"), 1]]),
    mapOf([["a", null]]),
    mapOf([["b", null]]),
    TrieSet.of([]),
    TrieSet.of(["a"]),
    new Temporal("instant", 0),
    new Temporal("local-date", 0),
    new Temporal("duration", 0),
    new RegexValue("a"),
    new RegexValue("a"),
    new NamedFunction("f"),
    new NamedFunction("f"),
    2n ** 53n,
    2 ** 53 + 2,
    NaN,
  ];

  test("are never equal", () => {
    for (const [index, left] of kinds.entries()) {
      for (const [other, right] of kinds.entries())
        expect(equals(left, right)).toBe(index === other && !Number.isNaN(left));
    }
  });
});

describe("maps and sets", () => {
  test("compare without order, and whoever made them", () => {
    const pairs: [Value, Value][] = Array.from({ length: 20 }, (_, index) => [
      `k${String(index)}`,
      Vector.of<Value>([index]),
    ]);
    const fromHost = new HostCrossing().fromHost(
      Object.fromEntries(pairs.map(([key], index) => [key, [index]])),
    );
    const program = mapOf(pairs.toReversed());
    expect(equals(program, mapOf(pairs))).toBe(true);
    expect(equals(program, fromHost)).toBe(true);
    expect(equals(fromHost, program)).toBe(true);
    expect(equals(fromHost, program.assoc("k3", 1))).toBe(false);
    expect(equals(TrieSet.of([1, 2, 3]), TrieSet.of([3, 1, 2]))).toBe(true);
  });
});

describe("NaN", () => {
  test("equals nothing, nor does what holds it, unless it is the very same thing", () => {
    const vector = Vector.of<Value>([NaN]);
    expect(equals(NaN, NaN)).toBe(false);
    expect(equals(vector, Vector.of<Value>([NaN]))).toBe(false);
    expect(equals(vector, vector)).toBe(true);
    expect(equals(mapOf([[NaN, 1]]), mapOf([[NaN, 1]]))).toBe(false);
  });

  test("a host row or list read twice is the same", () => {
    const rows = new HostCrossing().fromHost([{ score: NaN }, [NaN]]) as Vector<Value>;
    expect([0, 1].map((index) => equals(rows.at(index), rows.at(index)))).toEqual([true, true]);
  });
});

describe("bounds", () => {
  test.each(unfoldings)("two unfoldings of $kind spend the budget and not the day", ({ make }) => {
    expect(() => equals(make(60), make(60), new WorkCounter(10_000))).toThrow(BudgetSpent);
  });

  test("every pair of elements is told", () => {
    const counter = new WorkCounter();
    const make = () =>
      Vector.of<Value>([Vector.of<Value>([1, 2]), TrieSet.of([1]), mapOf([["a", 1]])]);
    expect(equals(make(), make(), counter)).toBe(true);
    expect(counter.elements).toBe(3 + 2 + 1 + 1);
  });

  test.each(towers)(
    "towers of $kind are compared up to the bound and refused beyond",
    ({ make }) => {
      expect(equals(make(maximumDataDepth - 1), make(maximumDataDepth - 1))).toBe(true);
      expect(() => equals(make(20_000), make(20_000))).toThrow(DataDepthError);
    },
  );
});
