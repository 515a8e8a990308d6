import { describe, expect, test } from "vitest";
import { Bucket, Entry } from "./trie-entry.ts";
import { hashValue } from "./hash-value.ts";
import { WorkCounter } from "../../test/work-counter.ts";

const entry = (index: number, value = 0) => new Entry(`k${String(index)}`, value, undefined, index);

describe("Entry", () => {
  test("hashes its key on access", () => {
    expect(entry(1).hash).toBe(hashValue("k1", 0));
    expect(entry(1).hashFor(2)).toBe(hashValue("k1", 2));
  });

  test("changing the value keeps the position, and changing the position keeps the value", () => {
    const changed = entry(1, 5).withValue(6).atIndex(3);
    expect([changed.key, changed.value, changed.index]).toEqual(["k1", 6, 3]);
    expect(changed.atIndex(3)).toBe(changed);
  });
});

describe("Bucket", () => {
  const full = new Bucket([2, 5, 9, 12, 40].map((index) => entry(index)));

  const find = (bucket: Bucket | undefined, index: number) =>
    bucket?.find(`k${String(index)}`, undefined, 0);

  test("finds entries by key", () => {
    for (const index of [2, 5, 9, 12, 40]) expect(find(full, index)?.index).toBe(index);
    for (const index of [0, 3, 10, 41]) expect(find(full, index)).toBe(undefined);
  });

  test("two versions derived from one bucket are independent", () => {
    const left = full.with(entry(50));
    const right = full.with(entry(51));
    expect([find(left, 51), find(right, 50), find(full, 50)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect([full.count, left.count, right.count]).toEqual([5, 6, 6]);
    expect([find(left, 50)?.index, find(right, 51)?.index]).toEqual([50, 51]);
  });

  test("removes an entry by its index without changing the earlier version", () => {
    for (const index of [2, 5, 9, 12, 40]) {
      const without = full.without(entry(index));
      expect([find(without, index), without?.count]).toEqual([undefined, 4]);
      expect(find(full, index)?.value).toBe(0);
    }
    expect(new Bucket([entry(1)]).without(entry(1))).toBe(undefined);
  });

  test("charges the meter for the number of entries searched", () => {
    const counter = new WorkCounter();
    full.find("k40", counter, 0);
    expect(counter.elements).toBe(5);
  });
});
