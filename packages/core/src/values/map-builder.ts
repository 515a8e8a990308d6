// Collects entries for a map in one pass. Keys of the frequent kinds are found through a native Map, which is several
// times faster than the trie; the trie itself is built only if the finished map is ever searched.

import { equals } from "./equality.ts";
import { hashValue } from "./hash-value.ts";
import { Keyword } from "./keyword.ts";
import { TrieMap } from "./trie-map.ts";
import { Entry } from "./trie-entry.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** A mutable map in the making; later values for one key replace earlier ones and keep the earlier place. */
export class MapBuilder {
  private readonly entries: Entry[] = [];
  private readonly byPrimitive = new Map<unknown, number>();
  private readonly byKeyword = new Map<string, number>();
  private readonly byHash = new Map<number, number[]>();
  private readonly meter: WorkMeter | undefined;

  /** `meter`, or the one given with a key, is told of keys that are compared: shared structure in them unfolds without end. */
  constructor(meter?: WorkMeter) {
    this.meter = meter;
  }

  get count(): number {
    return this.entries.length;
  }

  get(key: Value, meter?: WorkMeter): Value | undefined {
    const index = this.indexOf(key, meter);
    return index === undefined ? undefined : this.entries[index]?.value;
  }

  has(key: Value, meter?: WorkMeter): boolean {
    return this.indexOf(key, meter) !== undefined;
  }

  set(key: Value, value: Value, meter?: WorkMeter): void {
    const index = this.indexOf(key, meter);
    const present = index === undefined ? undefined : this.entries[index];
    if (present !== undefined) {
      this.entries[present.index] = present.withValue(value);
      return;
    }
    this.entries.push(new Entry(key, value, undefined, this.entries.length));
    this.index(key, this.entries.length - 1);
  }

  /** The finished map; the builder must not be used afterwards. */
  build(hasFieldNames = false): TrieMap {
    return TrieMap.ofEntries(this.entries, hasFieldNames);
  }

  private indexOf(key: Value, meter: WorkMeter | undefined): number | undefined {
    if (key instanceof Keyword) return this.byKeyword.get(key.text);
    if (typeof key !== "object" || key === null) return this.byPrimitive.get(primitive(key));
    return this.byHash.get(hashValue(key, 0))?.find((index) => equals(this.entries[index]?.key ?? null, key, meter ?? this.meter));
  }

  private index(key: Value, index: number): void {
    if (key instanceof Keyword) this.byKeyword.set(key.text, index);
    else if (typeof key !== "object" || key === null) this.byPrimitive.set(primitive(key), index);
    else {
      const hash = hashValue(key, 0);
      const bucket = this.byHash.get(hash);
      if (bucket === undefined) this.byHash.set(hash, [index]);
      else bucket.push(index);
    }
  }
}

/** One key for a large integer whether it is a double or a bigint; NaN is never equal to a key already there. */
function primitive(key: Exclude<Value, object>): unknown {
  if (typeof key !== "number") return key;
  if (Number.isNaN(key)) return Symbol("NaN");
  return Number.isInteger(key) && !Number.isSafeInteger(key) ? BigInt(key) : key;
}
