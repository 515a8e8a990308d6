// What every map can do, whether the program made it (`TrieMap`, `SortedMap`) or it is an object of
// the host that is read in place (`HostMap`). Keys are exact here; that a field is found under
// other spellings is the concern of `field-access.ts`. The class is generic in the type of its
// values because that type, the union of all values, names this class: this way neither file
// imports the other.

import { identityHashOf } from "./identity-value.ts";
import { inspected } from "./inspection.ts";
import type { WorkMeter } from "./work-meter.ts";

/**
 * A map. It enumerates its entries in insertion order, a sorted map in the order of its keys. Maps
 * are compared without regard to order.
 */
export abstract class MapValue<T> {
  abstract readonly count: number;
  /**
   * True for a map that came from the host and for what is derived from it: writing replaces a
   * field that is spelled another way. False for a map made by the program: writing is exact.
   */
  abstract readonly hasFieldNames: boolean;
  /** Filled by `hashValue`, as in `Vector`. */
  declare hash: number | undefined;
  declare furtherHashes: number[] | undefined;
  declare hashWork: number;
  declare hashShape: number | undefined;

  /**
   * The value at exactly `key`; `undefined` when there is none (nil is `null`). `meter` is told of
   * comparisons of keys, and those count their depth from `depth` when the look-up is part of a
   * walk.
   */
  abstract find(key: T, meter?: WorkMeter, depth?: number): T | undefined;
  abstract assoc(key: T, value: T, meter?: WorkMeter): MapValue<T>;
  abstract dissoc(key: T, meter?: WorkMeter): MapValue<T>;
  /**
   * Calls `visit` for the entries in order until it answers false. Answers whether all were
   * visited.
   */
  abstract every(visit: (key: T, value: T) => boolean): boolean;

  /**
   * The same entries in a map that finds its keys by `=`. A sorted map finds them by its order
   * instead.
   */
  abstract byEquality(meter?: WorkMeter): MapValue<T>;

  /** Whether both are views of the same thing, so that they need not be compared entry by entry. */
  isSameAs(other: MapValue<T>): boolean {
    return this === other;
  }

  /** A number that is the same for all maps that `isSameAs` calls the same. */
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

  /** @internal What a console shows. */
  [inspected](): unknown {
    const map = new Map<T, T>();
    this.forEach((key, value) => map.set(key, value));
    return map;
  }
}
