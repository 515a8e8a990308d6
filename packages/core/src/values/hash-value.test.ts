import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { arbitraryData, arbitraryNumber, mapOf } from "../../test/arbitrary-value.ts";
import { collidingStrings } from "../../test/key-pool.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { rebuilt } from "../../test/rebuilt.ts";
import { towers, unfoldings } from "../../test/unfolding.ts";
import { WorkCounter } from "../../test/work-counter.ts";
import { DataDepthError, maximumDataDepth } from "./depth.ts";
import { equals } from "./equality.ts";
import { hashValue, isHashedByIdentity } from "./hash-value.ts";
import { HostCrossing, fromHost } from "./host-crossing.ts";
import { Keyword } from "./keyword.ts";
import { TrieSet } from "./trie-set.ts";
import { Vector } from "./vector.ts";
import type { Value } from "./value.ts";

const seeds = [0, 1, 2, 3] as const;
const hashes = (value: Value) => seeds.map((seed) => hashValue(value, seed));

describe("hashes of equal values", () => {
  test("rebuilt data has the same hash under every seed", () => {
    fc.assert(
      fc.property(arbitraryData, (value) => {
        expect(hashes(rebuilt(value))).toEqual(hashes(value));
      }),
    );
  });

  test("numbers of equal amount have the same hash in every representation", () => {
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

  test("a hash is the same on every call, regardless of the order of seeds", () => {
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

describe("distribution of hashes", () => {
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
      // About 10 keys fall into each slot. By chance alone, a slot almost never has more than 30.
      expect(Math.max(...slots)).toBeLessThan(35);
      expect(slots.filter((count) => count === 0).length).toBeLessThan(10);
    },
  );

  test("strings that collide under one hash function differ under the next", () => {
    for (const [left, right] of collidingStrings(0, 3)) {
      expect(hashValue(left, 0)).toBe(hashValue(right, 0));
      expect(hashValue(left, 1)).not.toBe(hashValue(right, 1));
    }
  });
});

describe("bounds of hashing", () => {
  test.each(unfoldings)(
    "hashes $kind that unfold 2^60 times immediately, under every seed",
    ({ make }) => {
      expect(hashes(make(60))).toEqual(hashes(make(60)));
    },
  );

  test.each(towers.filter(({ kind }) => kind !== "sets"))(
    "rejects a tower of $kind that is too deep",
    ({ make }) => {
      expect(() => hashValue(make(20_000), 0)).toThrow(DataDepthError);
    },
  );

  test("the depth limit does not depend on whether a part was hashed before", () => {
    const nested = (levels: number, inner: Value): Value => {
      let value = inner;
      for (let level = 0; level < levels; level++) value = Vector.of<Value>([value]);
      return value;
    };
    for (const seed of seeds) {
      const inner = nested(300, mapOf([["a", 1]]));
      hashValue(inner, seed);
      expect(hashValue(nested(maximumDataDepth - 300, inner), seed)).toBe(
        hashValue(nested(maximumDataDepth, mapOf([["a", 1]])), seed),
      );
      // A part whose hash is known, and a part of that part.
      for (const whole of [nested(maximumDataDepth - 299, inner), nested(400, nested(100, inner))])
        expect(() => hashValue(whole, seed)).toThrow(DataDepthError);
    }
  });
});

describe("values that are equal only to themselves", () => {
  const withNaN: readonly { readonly kind: string; readonly make: () => Value }[] = [
    { kind: "vectors", make: () => Vector.of<Value>([1, NaN]) },
    { kind: "maps", make: () => mapOf([["a", NaN]]) },
    { kind: "maps by NaN", make: () => mapOf([[NaN, 1]]) },
    { kind: "sets", make: () => TrieSet.of([NaN]) },
    { kind: "vectors of vectors", make: () => Vector.of<Value>([Vector.of<Value>([NaN])]) },
    { kind: "objects of the host", make: () => fromHost({ a: NaN }) },
    { kind: "arrays of the host", make: () => fromHost([[NaN]]) },
    { kind: "vectors of functions", make: () => Vector.of<Value>([new NamedFunction("f")]) },
  ];

  test.each(withNaN)(
    "values that are equal only to themselves have different hashes: $kind",
    ({ make }) => {
      const distinct = new Set(Array.from({ length: 1_000 }, () => hashValue(make(), 0)));
      expect(distinct.size).toBeGreaterThan(990);
      const value = make();
      expect(isHashedByIdentity((hashValue(value, 0), value))).toBe(true);
    },
  );

  test("a collection with NaN has the same hash as its views and rereads", () => {
    const vector = Vector.of<Value>([1, NaN, 2]);
    expect(hashes(vector.as("sequence"))).toEqual(hashes(vector));
    expect(hashes(Vector.of<Value>([vector]))).toEqual(hashes(Vector.of<Value>([vector])));
    const rows = new HostCrossing().fromHost([{ score: NaN }, [NaN]]) as Vector<Value>;
    for (const index of [0, 1]) expect(hashes(rows.at(index))).toEqual(hashes(rows.at(index)));
  });

  test.each([...withNaN, { kind: "NaN", make: () => NaN }])(
    "adding many self-equal values to a set costs the same per member in every process: $kind",
    ({ make }) => {
      const work = (count: number): readonly number[] => {
        const [counter, grown] = [new WorkCounter(), new WorkCounter()];
        const members = Array.from({ length: count }, make);
        const built = TrieSet.of(members, counter);
        let set = TrieSet.of([]);
        for (const member of members) set = set.add(member, grown);
        expect([built.count, set.count]).toEqual([count, count]);
        if (!Number.isNaN(members[0]))
          expect(members.every((member) => built.has(member, counter) && set.has(member))).toBe(
            true,
          );
        return [counter.elements, grown.elements];
      };
      const once = work(3_000);
      expect(work(3_000)).toEqual(once);
      for (const [index, more] of work(30_000).entries())
        expect(more).toBeLessThanOrEqual(10.1 * (once[index] ?? 0));
    },
  );
});

test("equal identity hashes do not increase the cost of a set", () => {
  const kinds: readonly (() => Value)[] = [
    () => TrieSet.of([NaN]),
    () => Vector.of<Value>([NaN]),
    () => new NamedFunction("f"),
  ];
  for (const make of kinds) {
    const work = (): readonly number[] => {
      const [counter, grown] = [new WorkCounter(), new WorkCounter()];
      const members = Array.from({ length: 20 }, make);
      const built = TrieSet.of(members, counter);
      let set = TrieSet.of([]);
      for (const member of members) set = set.add(member, grown);
      expect(members.every((member) => built.has(member, counter) && set.has(member, grown))).toBe(
        true,
      );
      return [counter.elements, grown.elements];
    };
    const apart = work();
    const random = vi.spyOn(Math, "random").mockReturnValue(0.5);
    try {
      expect(work()).toEqual(apart);
    } finally {
      random.mockRestore();
    }
  }
});

describe("hashing of numbers outside the safe range", () => {
  test("charges the meter for long integers, and nothing extra for doubles", () => {
    const counter = new WorkCounter();
    hashValue(1e308, 0, counter);
    expect(counter.elements).toBe(0);
    hashValue(2n ** 400_000n + 1n, 0, counter);
    expect(counter.elements).toBeGreaterThan(6_000);
  });
});
