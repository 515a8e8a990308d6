import { describe, expect, test } from "vitest";
import { collidingStrings } from "../../test/key-pool.ts";
import { AlikeFunction } from "../../test/named-function.ts";
import { Entry } from "./trie-entry.ts";
import { TrieNode } from "./trie-node.ts";
import type { Value } from "./value.ts";

function entriesOf(keys: readonly Value[]): Entry[] {
  return keys.map((key, index) => new Entry(key, index, undefined, index));
}

function grow(entries: readonly Entry[]): TrieNode {
  return entries.reduce((root, entry) => root.insert(entry, 0), TrieNode.empty());
}

const collisions = collidingStrings(0, 4).flat();
const alike = Array.from({ length: 5 }, () => new AlikeFunction());

describe.each<{ name: string; keys: Value[] }>([
  { name: "distinct hashes", keys: Array.from({ length: 200 }, (_, index) => index) },
  { name: "colliding under the first function", keys: collisions },
  { name: "colliding under every function", keys: alike },
])("keys with $name", ({ keys }) => {
  const entries = entriesOf(keys);

  test("finds every key", () => {
    const root = grow(entries);
    for (const entry of entries) expect(root.find(entry.key, entry.hash, undefined, 0)).toBe(entry);
  });

  test("removes keys one by one and keeps the others", () => {
    let root: TrieNode | undefined = grow(entries);
    for (const [index, entry] of entries.entries()) {
      const before: TrieNode | undefined = root;
      root = before?.remove(entry, 0);
      expect(before?.find(entry.key, entry.hash, undefined, 0)).toBe(entry);
      expect(root?.find(entry.key, entry.hash, undefined, 0)).toBe(undefined);
      for (const rest of entries.slice(index + 1))
        expect(root?.find(rest.key, rest.hash, undefined, 0)).toBe(rest);
    }
    expect(root).toBe(undefined);
  });
});

test("inserting an entry does not change the original trie", () => {
  const entries = entriesOf([...collisions, 1, 2, 3]);
  const versions = [TrieNode.empty()];
  for (const entry of entries)
    versions.push((versions.at(-1) ?? TrieNode.empty()).insert(entry, 0));
  for (const [size, version] of versions.entries()) {
    expect(
      entries.map((entry) => version.find(entry.key, entry.hash, undefined, 0) !== undefined),
    ).toEqual(entries.map((_, index) => index < size));
  }
});
