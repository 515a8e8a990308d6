// The leaves of the trie of `TrieMap`: an entry, or a bucket of entries that no hash function
// separates.

import { equals } from "./equality.ts";
import { CountedWork } from "./counted-work.ts";
import { hashValue, isHashedByIdentity } from "./hash-value.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/**
 * A key and its value. `index` is its position in the order of the map. The hash (seed 0) is
 * computed on first use.
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
   * True if this is the entry of `key`, whose hash (seed 0) is `hash`. For keys whose hashes
   * depend on identity, charges the comparison only if the keys are equal: the other keys they are
   * compared with differ between processes, and the charge must not.
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

  /** Returns an entry with the same key and position and another value. */
  withValue(value: Value): Entry {
    return new Entry(this.key, value, this.cachedHash, this.index);
  }

  /** Returns an entry with the same key and value at another position. */
  atIndex(index: number): Entry {
    if (index === this.index) return this;
    const hash = Number.isNaN(this.key) ? undefined : this.cachedHash;
    return new Entry(this.key, this.value, hash, index);
  }

  /**
   * NaN is never looked up, so each one is hashed by its index. All of them have different hashes
   * in one map.
   */
  private computeHash(seed: number): number {
    return Number.isNaN(this.key) ? hashValue(this.index, seed + 23) : hashValue(this.key, seed);
  }
}

/**
 * Keys whose hashes are equal under every function, in insertion order. They were crafted for
 * this, or have identity hashes that are equal by chance. Versions share the array as vectors do.
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

  /**
   * Returns the bucket without the entry that has the index of `entry`, or `undefined` if it is
   * empty then.
   */
  without(entry: Entry): Bucket | undefined {
    const entries = this.entries.slice(0, this.count);
    entries.splice(this.positionOf(entry.index), 1);
    return entries.length === 0 ? undefined : new Bucket(entries);
  }

  /**
   * Returns the position of the entry with this index, or -1. Uses bisection, because a new entry
   * always has the highest index.
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
