// Collects the entries of a map in one pass. Keys of frequent kinds are looked up in a native Map,
// which is several times faster than the trie. The trie is built only when the finished map is
// first searched.
//
//   nil, booleans, short texts   a native Map
//   keywords of short texts      a native Map of their own
//   small integers               a table that needs no hash of them
//   everything else              buckets by `hashValue`; searching one is charged to the meter

import { equals } from "./equality.ts";
import { hashValue, isHashedByIdentity } from "./hash-value.ts";
import { Keyword } from "./keyword.ts";
import { longestNativeText } from "./native-keys.ts";
import { indexed, type NativeIndex } from "./parted-map.ts";
import { PositionTable } from "./position-table.ts";
import { TrieMap } from "./trie-map.ts";
import { Entry } from "./trie-entry.ts";
import { spendHashedText } from "./text-work.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

const fewEntries = 8;

/**
 * Builds a map. If a key is set again, the later value replaces the earlier one and keeps its
 * position.
 */
export class MapBuilder {
  private readonly entries: Entry[] = [];
  // Created on first use, because creating a native Map takes longer than creating a small language
  // map.
  private byPrimitive: NativeIndex<unknown, number> | undefined = undefined;
  private byKeyword: NativeIndex<string, number> | undefined = undefined;
  private byInteger: PositionTable | undefined = undefined;
  private byHash: PositionTable | undefined = undefined;
  private readonly buckets: number[][] = [];
  private readonly meter: WorkMeter | undefined;

  /**
   * Charges `meter`, or the meter passed with a key, for keys that are hashed and compared,
   * because shared structure in them could unfold endlessly.
   */
  constructor(meter?: WorkMeter) {
    this.meter = meter;
  }

  get count(): number {
    return this.entries.length;
  }

  /** True if some key may be a keyword. */
  get mayHaveKeywords(): boolean {
    return (this.byKeyword ?? this.byHash) !== undefined;
  }

  get(key: Value, meter?: WorkMeter): Value | undefined {
    const index = this.indexOf(key, meter ?? this.meter);
    return index === undefined ? undefined : this.entries[index]?.value;
  }

  has(key: Value, meter?: WorkMeter): boolean {
    return this.indexOf(key, meter ?? this.meter) !== undefined;
  }

  set(key: Value, value: Value, meter?: WorkMeter): void {
    const index = this.indexOf(key, meter ?? this.meter);
    const present = index === undefined ? undefined : this.entries[index];
    if (present !== undefined) this.entries[present.index] = present.withValue(value);
    else this.append(key, value);
  }

  /** Sets `value` unless the key exists. */
  add(key: Value, value: Value, meter?: WorkMeter): void {
    if (this.indexOf(key, meter ?? this.meter) === undefined) this.append(key, value);
  }

  /** Returns the finished map. The builder must not be used afterwards. */
  build(hasFieldNames = false): TrieMap {
    const { entries } = this;
    // Copy a short array, because the copy has no spare capacity; the array itself has room for
    // sixteen more entries.
    return TrieMap.ofEntries(
      entries.length <= fewEntries ? entries.slice() : entries,
      hasFieldNames ? (this.mayHaveKeywords ? "any" : "texts") : "none",
    );
  }

  private indexOf(key: Value, meter: WorkMeter | undefined): number | undefined {
    if (isShortKeyword(key)) {
      spendHashedText(key.text.length, meter);
      return this.byKeyword?.get(key.text);
    }
    if (typeof key === "string" && key.length <= longestNativeText) {
      spendHashedText(key.length, meter);
      return this.byPrimitive?.get(key);
    }
    if (isSmallInteger(key)) return this.byInteger?.get(key);
    if (key === null || typeof key === "boolean") return this.byPrimitive?.get(key);
    return this.indexInBucket(key, meter);
  }

  private indexInBucket(key: Value, meter: WorkMeter | undefined): number | undefined {
    // Hash the key even if there is no bucket yet, so the cost doesn't depend on that.
    const hash = hashValue(key, 0, meter);
    const bucket = this.buckets[this.byHash?.get(hash) ?? -1];
    if (bucket === undefined) return undefined;
    if (!isHashedByIdentity(key)) {
      if (bucket.length > 1) meter?.spend(bucket.length);
      return bucket.find((index) => equals(this.entries[index]?.key ?? null, key, meter));
    }
    // The keys compared without success differ between processes, so they are not charged; see
    // `Entry.isOf`.
    return bucket.find((index) => this.entries[index]?.isOf(key, hash, meter, 0));
  }

  private append(key: Value, value: Value): void {
    const index = this.entries.push(new Entry(key, value, undefined, this.entries.length)) - 1;
    if (isShortKeyword(key)) this.byKeyword = indexed(this.byKeyword, key.text, index);
    else if (typeof key === "string" && key.length <= longestNativeText)
      this.byPrimitive = indexed(this.byPrimitive, key, index);
    else if (isSmallInteger(key)) (this.byInteger ??= new PositionTable()).set(key, index);
    else if (key === null || typeof key === "boolean")
      this.byPrimitive = indexed(this.byPrimitive, key, index);
    // NaN is not indexed, because it never equals an existing key.
    else if (!Number.isNaN(key)) this.appendToBucket(hashValue(key, 0), index);
  }

  private appendToBucket(hash: number, index: number): void {
    this.byHash ??= new PositionTable();
    const number = this.byHash.get(hash);
    if (number === undefined) this.byHash.set(hash, this.buckets.push([index]) - 1);
    else this.buckets[number]?.push(index);
  }
}

function isShortKeyword(key: Value): key is Keyword {
  return key instanceof Keyword && key.text.length <= longestNativeText;
}

function isSmallInteger(key: Value): key is number {
  return typeof key === "number" && (key | 0) === key;
}
