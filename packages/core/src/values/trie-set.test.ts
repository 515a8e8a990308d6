import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keyPool, type PooledKey } from "../../test/key-pool.ts";
import { equals } from "./equality.ts";
import { Keyword } from "./keyword.ts";
import { TrieSet } from "./trie-set.ts";

type Change = readonly ["add" | "delete", PooledKey, number];

const arbitraryChange: fc.Arbitrary<Change> = fc.tuple(
  fc.constantFrom("add" as const, "add" as const, "delete" as const),
  fc.constantFrom(...keyPool),
  fc.nat(),
);

function expectMembers(set: TrieSet, model: ReadonlySet<PooledKey>): void {
  const members = set.toArray();
  expect(set.count).toBe(model.size);
  expect(members.length).toBe(model.size);
  expect([...model].every((key, index) => equals(members[index] ?? null, key.make()))).toBe(true);
  for (const key of keyPool) expect(set.has(key.make())).toBe(model.has(key));
}

describe("histories of TrieSet", () => {
  test("no version of a branching history changes, and members stay in insertion order", () => {
    fc.assert(
      fc.property(fc.array(arbitraryChange, { maxLength: 80 }), (changes) => {
        const versions: { set: TrieSet; model: ReadonlySet<PooledKey> }[] = [
          { set: TrieSet.of([]), model: new Set() },
        ];
        for (const [action, key, choice] of changes) {
          const from = choice % 4 === 0 ? versions[choice % versions.length] : versions.at(-1);
          if (from === undefined) continue;
          const model = new Set(from.model);
          model[action](key);
          versions.push({ set: from.set[action](key.make()), model });
        }
        for (const { set, model } of versions) expectMembers(set, model);
      }),
      { numRuns: process.env["PTC_TESTS"] === undefined ? 37 : 150 },
    );
  });
});

describe("members of a set", () => {
  test("keeps the first of several equal members", () => {
    const first = new Keyword("a");
    const set = TrieSet.of([first, 1, new Keyword("a"), 1, 2 ** 53, 2n ** 53n]);
    expect(set.count).toBe(3);
    expect(set.find(new Keyword("a"))).toBe(first);
    expect(set.add(new Keyword("a"))).toBe(set);
  });

  test("treats nil as an ordinary member", () => {
    expect(TrieSet.of([null]).has(null)).toBe(true);
    expect(TrieSet.of([]).has(null)).toBe(false);
  });

  test("adds NaN every time and never finds it", () => {
    const set = TrieSet.of([NaN, NaN]).add(NaN);
    expect(set.count).toBe(3);
    expect(set.has(NaN)).toBe(false);
    expect(set.delete(NaN)).toBe(set);
    expect(set.add(1).toArray()).toEqual([NaN, NaN, NaN, 1]);
  });

  test("deleting a missing member returns the same set", () => {
    const set = TrieSet.of([1]);
    expect(set.delete(2)).toBe(set);
  });
});
