// The common interface of all maps: those made by programs (`TrieMap`, `SortedMap`) and host
// objects read in place (`HostMap`). Keys are exact here; `field-access.ts` finds fields by
// keyword. The class is generic in its value type, because that type is the union of all
// values and includes this class. This way, neither file imports the other.

import { identityHashOf } from "./identity-value.ts";
import { inspected } from "./inspection.ts";
import type { WorkMeter } from "./work-meter.ts";

/**
 * A map. It enumerates its entries in insertion order, and a sorted map in key order. Equality
 * ignores the order.
 */
export abstract class MapValue<T> {
  abstract readonly count: number;
  /**
   * True for a map of fields, which came from the host or derives from such a map: a keyword reads
   * and writes the field of its name. False for a map made by a program, where every key is exact.
   */
  abstract readonly hasFieldNames: boolean;
  /** True if some key of a map of fields may be a keyword. */
  abstract readonly mayHaveKeywords: boolean;
  /**
   * True for a map of fields in which keywords of different spellings are different fields, like
   * those of the map from which a reduction fills it.
   */
  abstract readonly keepsApart: boolean | undefined;
  /** Set by `hashValue`, as in `Vector`. */
  declare hash: number | undefined;
  declare seededHashes: number[] | undefined;
  declare hashWork: number;
  declare hashShape: number | undefined;

  /**
   * Returns the value at exactly `key`, or `undefined` if the key doesn't exist (nil is `null`).
   * Charges `meter` for comparisons of keys. The depth of those counts from `depth` if the lookup
   * is part of a walk.
   */
  abstract find(key: T, meter?: WorkMeter, depth?: number): T | undefined;
  abstract assoc(key: T, value: T, meter?: WorkMeter): MapValue<T>;
  abstract dissoc(key: T, meter?: WorkMeter): MapValue<T>;
  /**
   * Calls `visit` for the entries in order until it returns false. Returns true if all were
   * visited.
   */
  abstract every(visit: (key: T, value: T) => boolean): boolean;

  /**
   * Returns the same entries in a map that finds its keys by `=`. A sorted map finds them by its
   * order instead.
   */
  abstract byEquality(meter?: WorkMeter): MapValue<T>;

  /** True if both are views of the same data, so their entries need not be compared. */
  isSameAs(other: MapValue<T>): boolean {
    return this === other;
  }

  /** A number that is equal for all maps that `isSameAs` considers the same. */
  get identityHash(): number {
    return identityHashOf(this);
  }

  forEach(visit: (key: T, value: T) => void): void {
    this.every((key, value) => {
      visit(key, value);
      return true;
    });
  }

  keys(): T[] {
    const keys: T[] = [];
    this.forEach((key) => keys.push(key));
    return keys;
  }

  /** @internal Returns the form for consoles. */
  [inspected](): unknown {
    const map = new Map<T, T>();
    this.forEach((key, value) => map.set(key, value));
    return map;
  }
}
