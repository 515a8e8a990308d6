// What every set can do; generic in the value type for the same reason as `MapValue`.

import type { WorkMeter } from "./work-meter.ts";

/**
 * A set of values; enumerates in insertion order, a sorted one in the order of its members;
 * compares without order.
 */
export abstract class SetValue<T> {
  abstract readonly count: number;
  /** Filled by `hashValue`, as in `Vector`. */
  declare hash: number | undefined;
  declare furtherHashes: number[] | undefined;
  declare hashWork: number;

  /**
   * The member equal to `value`, `undefined` when there is none; `meter` and `depth` as in
   * `MapValue`.
   */
  abstract find(value: T, meter?: WorkMeter, depth?: number): T | undefined;
  abstract add(value: T, meter?: WorkMeter): SetValue<T>;
  abstract delete(value: T, meter?: WorkMeter): SetValue<T>;
  /** Visits members in order until `visit` answers false; whether all were visited. */
  abstract every(visit: (value: T) => boolean): boolean;

  /** The same members in a set that finds them by `=`; see `MapValue.byEquality`. */
  abstract byEquality(meter?: WorkMeter): SetValue<T>;

  has(value: T, meter?: WorkMeter, depth?: number): boolean {
    return this.find(value, meter, depth) !== undefined;
  }

  toArray(): T[] {
    const members: T[] = [];
    this.every((member) => {
      members.push(member);
      return true;
    });
    return members;
  }
}
