import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formOf } from "../../test/form-of.ts";
import { keyPool } from "../../test/key-pool.ts";
import { NamedFunction } from "../../test/named-function.ts";
import { Keyword } from "./keyword.ts";
import { MapBuilder } from "./map-builder.ts";
import { TrieMap } from "./trie-map.ts";
import type { Value } from "./value.ts";

describe("MapBuilder", () => {
  test("builds the same map as assoc with the same entries", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...keyPool), fc.integer()), { maxLength: 60 }),
        fc.boolean(),
        (pairs, hasFieldNames) => {
          const builder = new MapBuilder();
          let map = TrieMap.empty(hasFieldNames);
          for (const [key, value] of pairs) {
            const before = builder.get(key.make());
            expect(before).toBe(map.find(key.make()));
            expect(builder.has(key.make())).toBe(before !== undefined);
            builder.set(key.make(), value);
            map = map.assoc(key.make(), value);
            expect(builder.count).toBe(map.count);
          }
          const built = builder.build(hasFieldNames);
          expect(formOf(built)).toEqual(formOf(map));
          for (const key of keyPool) expect(built.find(key.make())).toBe(map.find(key.make()));
        },
      ),
    );
  });

  test("finds its keys in maps of any size", () => {
    const count = 40_000;
    const kinds: readonly ((index: number) => Value)[] = [
      (index) => index,
      (index) => `k${String(index)}`,
      (index) => new Keyword(`k${String(index)}`),
      (index) => index + 0.5,
    ];
    for (const keyOf of kinds) {
      const builder = new MapBuilder();
      for (let index = 0; index < count; index++) builder.set(keyOf(index), index);
      builder.set(keyOf(count - 1), "last");
      expect(builder.count).toBe(count);
      const missing = Array.from({ length: count }, (_, index) => index).filter(
        (index) => builder.get(keyOf(index)) !== (index === count - 1 ? "last" : index),
      );
      expect(missing).toEqual([]);
      expect(builder.has(keyOf(count))).toBe(false);
    }
  });

  test("adds every NaN as a new key", () => {
    const builder = new MapBuilder();
    for (let index = 0; index < 20; index++) builder.set(NaN, index);
    expect(builder.has(NaN)).toBe(false);
    const map = builder.build().assoc("a", 1);
    expect(map.keys()).toEqual([...Array.from({ length: 20 }, () => NaN), "a"]);
  });

  test("treats 0 and -0, and a large integer as double or bigint, as one key", () => {
    const builder = new MapBuilder();
    for (const key of [0, -0, 2 ** 53, 2n ** 53n, 2n ** 70n, 2 ** 70] as Value[])
      builder.set(key, true);
    expect(builder.count).toBe(3);
  });

  test("builds a map of many functions without comparing them pairwise", () => {
    const builder = new MapBuilder();
    const functions = Array.from({ length: 100_000 }, () => new NamedFunction());
    for (const key of functions) builder.set(key, 1);
    for (const key of functions) builder.set(key, 2);
    expect(builder.build().count).toBe(100_000);
  });
});
