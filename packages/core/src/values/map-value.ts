// What every map can do, whether the program made it (`TrieMap`, `SortedMap`) or it is an object of
// the host read in place (`HostMap`). Reading is exact here; the flexible spelling of keys lives in
// `field-access.ts`. Generic in the value type because the union of values names this class: so
// neither file imports the other.

import type { WorkMeter } from "./work-meter.ts";

/**
 * A map. Enumerates in insertion order, a sorted one in the order of its keys; compares without
 * order.
 */
export abstract class MapValue<T> {
  abstract readonly count: number;
  /**
   * True for a map that came from the host and for what is derived from it: writing to it meets a
   * field however the key is spelled. False for a map made by the program: writing is exact.
   */
  abstract readonly hasFieldNames: boolean;
  /** Filled by `hashValue`, as in `Vector`. */
  declare hash: number | undefined;
  declare furtherHashes: number[] | undefined;
  declare hashWork: number;

  /**
   * The value at exactly `key`, `undefined` when there is none (nil is `null`). Comparisons of keys
   * are told to `meter` and count from `depth`, where the look-up is part of a walk.
   */
  abstract find(key: T, meter?: WorkMeter, depth?: number): T | undefined;
  abstract assoc(key: T, value: T, meter?: WorkMeter): MapValue<T>;
  abstract dissoc(key: T, meter?: WorkMeter): MapValue<T>;
  /** Visits entries in order until `visit` answers false; whether all were visited. */
  abstract every(visit: (key: T, value: T) => boolean): boolean;

  /**
   * The same entries in a map whose keys are found by `=`, which the keys of a sorted map are not.
   */
  abstract byEquality(meter?: WorkMeter): MapValue<T>;

  /** Whether both are views of one thing, which need not be compared entry by entry. */
  isSameAs(other: MapValue<T>): boolean {
    return this === other;
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
}
