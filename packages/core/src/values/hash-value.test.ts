import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryData, arbitraryNumber, mapOf } from "../../test/arbitrary-value.ts";
import { collidingStrings } from "../../test/key-pool.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { rebuilt } from "../../test/rebuilt.ts";
import { towers, unfoldings } from "../../test/unfolding.ts";
import { DataDepthError } from "./depth.ts";
import { equals } from "./equality.ts";
import { hashValue } from "./hash-value.ts";
import { Keyword } from "./keyword.ts";
import { Vector } from "./vector.ts";
import type { Value } from "./value.ts";

const seeds = [0, 1, 2, 3] as const;
const hashes = (value: Value) => seeds.map((seed) => hashValue(value, seed));

describe("equal values hash alike under every seed", () => {
  test("data made anew", () => {
    fc.assert(
      fc.property(arbitraryData, (value) => {
        expect(hashes(rebuilt(value))).toEqual(hashes(value));
      }),
    );
  });

  test("numbers of one amount, whatever their form", () => {
    fc.assert(
      fc.property(arbitraryNumber, arbitraryNumber, (left, right) => {
        if (equals(left, right)) expect(hashes(left)).toEqual(hashes(right));
      }),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 53n, max: 2n ** 1000n }), (value) => {
        const double = Number(value);
        expect(hashes(double)).toEqual(hashes(BigInt(double)));
      }),
    );
    expect(hashes(-0)).toEqual(hashes(0));
  });

  test("a hash asked for twice is the same, whichever seed came first", () => {
    fc.assert(
      fc.property(
        arbitraryData,
        fc.shuffledSubarray([...seeds], { minLength: 4 }),
        (value, order) => {
          const fresh = rebuilt(value);
          for (const seed of order) expect(hashValue(fresh, seed)).toBe(hashValue(value, seed));
        },
      ),
    );
  });
});

describe("spread", () => {
  const families: readonly { name: string; make: (index: number) => Value }[] = [
    { name: "small integers", make: (index) => index },
    { name: "times in milliseconds", make: (index) => 1_700_000_000_000 + index * 1000 },
    { name: "halves", make: (index) => index + 0.5 },
    { name: "large doubles", make: (index) => 2 ** 60 * (index + 1) },
    { name: "large integers", make: (index) => 2n ** 70n + BigInt(index) },
    { name: "strings", make: (index) => `row-${String(index)}` },
    { name: "keywords", make: (index) => new Keyword(`k${String(index)}`) },
    { name: "pairs", make: (index) => Vector.of<Value>([index % 100, Math.floor(index / 100)]) },
    {
      name: "rows",
      make: (index) =>
        mapOf([
          ["id", index],
          ["name", `n${String(index % 7)}`],
        ]),
    },
    { name: "functions", make: () => new NamedFunction("f") },
  ];

  test.each(families)(
    "ten thousand $name fill the slots of the first two levels evenly",
    ({ make }) => {
      const slots = new Array<number>(1024).fill(0);
      for (let index = 0; index < 10_000; index++) {
        const slot = hashValue(make(index), 0) & 1023;
        slots[slot] = (slots[slot] ?? 0) + 1;
      }
      // About 10 keys fall into each slot; by chance alone hardly ever more than 30.
      expect(Math.max(...slots)).toBeLessThan(35);
      expect(slots.filter((count) => count === 0).length).toBeLessThan(10);
    },
  );

  test("strings that collide under one function do not under the next", () => {
    for (const [left, right] of collidingStrings(0, 3)) {
      expect(hashValue(left, 0)).toBe(hashValue(right, 0));
      expect(hashValue(left, 1)).not.toBe(hashValue(right, 1));
    }
  });
});

describe("bounds", () => {
  test.each(unfoldings)(
    "$kind that unfold 2^60 times are hashed at once, under every seed",
    ({ make }) => {
      expect(hashes(make(60))).toEqual(hashes(make(60)));
    },
  );

  test.each(towers.filter(({ kind }) => kind !== "sets"))(
    "a tower of $kind that is too high is refused",
    ({ make }) => {
      expect(() => hashValue(make(20_000), 0)).toThrow(DataDepthError);
    },
  );
});
