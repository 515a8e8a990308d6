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

describe("the laws of equality", () => {
  test("a value equals itself and a rebuilt copy", () => {
    fc.assert(
      fc.property(
        arbitraryData,
        (value) =>
          equals(value, value) && equals(value, rebuilt(value)) && equals(rebuilt(value), value),
      ),
    );
  });

  test("equality is symmetric", () => {
    fc.assert(
      fc.property(
        arbitraryData,
        arbitraryData,
        (left, right) => equals(left, right) === equals(right, left),
      ),
    );
  });

  test("numbers are equal exactly if their amounts are", () => {
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

  test("values of different kinds are never equal", () => {
    for (const [index, left] of kinds.entries()) {
      for (const [other, right] of kinds.entries())
        expect(equals(left, right)).toBe(index === other && !Number.isNaN(left));
    }
  });
});

describe("equality of maps and sets", () => {
  test("ignores the order of entries and whether the host or a program made the map", () => {
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

describe("equality of NaN", () => {
  test("NaN never equals NaN, and a collection with NaN equals only itself", () => {
    const vector = Vector.of<Value>([NaN]);
    expect(equals(NaN, NaN)).toBe(false);
    expect(equals(vector, Vector.of<Value>([NaN]))).toBe(false);
    expect(equals(vector, vector)).toBe(true);
    expect(equals(mapOf([[NaN, 1]]), mapOf([[NaN, 1]]))).toBe(false);
  });

  test("a host row or list with NaN equals itself when read twice", () => {
    const rows = new HostCrossing().fromHost([{ score: NaN }, [NaN]]) as Vector<Value>;
    expect([0, 1].map((index) => equals(rows.at(index), rows.at(index)))).toEqual([true, true]);
  });
});

describe("bounds of equality", () => {
  test.each(unfoldings)("comparing $kind that unfold 2^60 times spends the budget", ({ make }) => {
    expect(() => equals(make(60), make(60), new WorkCounter(10_000))).toThrow(BudgetSpent);
  });

  test("charges every compared pair of elements", () => {
    const counter = new WorkCounter();
    const make = () =>
      Vector.of<Value>([Vector.of<Value>([1, 2]), TrieSet.of([1]), mapOf([["a", 1]])]);
    expect(equals(make(), make(), counter)).toBe(true);
    expect(counter.elements).toBe(3 + 2 + 1 + 1);
  });

  test.each(towers)(
    "compares towers of $kind up to the depth limit and rejects deeper ones",
    ({ make }) => {
      expect(equals(make(maximumDataDepth - 1), make(maximumDataDepth - 1))).toBe(true);
      expect(() => equals(make(20_000), make(20_000))).toThrow(DataDepthError);
    },
  );
});
