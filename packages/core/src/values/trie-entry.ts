// The leaves of the trie under `TrieMap`: an entry, or a bucket of entries that no hash function
// tells apart.

import { equals } from "./equality.ts";
import { CountedWork } from "./counted-work.ts";
import { hashValue, isHashedByIdentity } from "./hash-value.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/**
 * A key and its value; `index` is its place in the order of the map. The hash (seed 0) is computed
 * when it is first needed.
 */
export class Entry {
  readonly key: Value;
  readonly value: Value;
  readonly index: number;
  private cachedHash: number | undefined;

  constructor(key: Value, value: Value, hash: number | undefined, index: number) {
    this.key = key;
    this.value = value;
    this.cachedHash = hash;
    this.index = index;
  }

  get hash(): number {
    return (this.cachedHash ??= this.computeHash(0));
  }

  hashFor(seed: number): number {
    return seed === 0 ? this.hash : this.computeHash(seed);
  }

  /**
   * Whether this is the entry of `key`, whose hash (seed 0) is `hash`. Keys whose hashes depend on
   * the identity of something are told of only when they are equal: which others they meet is
   * another matter in each process, and what a program pays must not be.
   */
  isOf(key: Value, hash: number, meter: WorkMeter | undefined, depth: number): boolean {
    if (this.hash !== hash) return false;
    if (this.key === key && typeof key === "object") return true;
    if (!isHashedByIdentity(key)) return equals(this.key, key, meter, depth);
    const comparing = new CountedWork(undefined);
    if (!equals(this.key, key, comparing, depth)) return false;
    meter?.spend(comparing.work);
    return true;
  }

  /** The same key with another value, in the same place. */
  withValue(value: Value): Entry {
    return new Entry(this.key, value, this.cachedHash, this.index);
  }

  /** The same key and value in another place. */
  atIndex(index: number): Entry {
    if (index === this.index) return this;
    const hash = Number.isNaN(this.key) ? undefined : this.cachedHash;
    return new Entry(this.key, this.value, hash, index);
  }

  /** NaN is never looked for, so each is hashed by its place: in one map all have other hashes. */
  private computeHash(seed: number): number {
    return Number.isNaN(this.key) ? hashValue(this.index, seed + 23) : hashValue(this.key, seed);
  }
}

/**
 * Keys whose hashes are equal under every function, in insertion order: they were crafted for this,
 * or are hashed by identities that by chance are one number. Versions share the array as vectors
 * do.
 */
export class Bucket {
  private readonly entries: Entry[];
  readonly count: number;

  constructor(entries: Entry[]) {
    this.entries = entries;
    this.count = entries.length;
  }

  find(key: Value, meter: WorkMeter | undefined, depth: number): Entry | undefined {
    if (!isHashedByIdentity(key)) meter?.spend(this.count);
    for (let position = 0; position < this.count; position++) {
      const entry = this.entries[position];
      if (entry?.isOf(key, entry.hash, meter, depth) === true) return entry;
    }
    return undefined;
  }

  with(entry: Entry): Bucket {
    const entries =
      this.entries.length === this.count ? this.entries : this.entries.slice(0, this.count);
    entries.push(entry);
    return new Bucket(entries);
  }

  /** The bucket without the entry that has the index of `entry`; `undefined` when none is left. */
  without(entry: Entry): Bucket | undefined {
    const entries = this.entries.slice(0, this.count);
    entries.splice(this.positionOf(entry.index), 1);
    return entries.length === 0 ? undefined : new Bucket(entries);
  }

  /**
   * The position of the entry with this index, or -1. Found by bisection, since a new entry always
   * has the highest index.
   */
  private positionOf(index: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.entries[middle]?.index ?? 0;
      if (found === index) return middle;
      if (found < index) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
