// The common interface of all sets. Generic in the value type for the same reason as `MapValue`.

import { identityHashOf } from "./identity-value.ts";
import { inspected } from "./inspection.ts";
import type { WorkMeter } from "./work-meter.ts";

/**
 * A set of values. It enumerates its members in insertion order, and a sorted set in its order.
 * Equality ignores the order.
 */
export abstract class SetValue<T> {
  abstract readonly count: number;
  /** True if it was made from a map of fields, as for `Vector`. */
  abstract readonly isOfFields: boolean;
  /** Set by `hashValue`, as in `Vector`. */
  declare hash: number | undefined;
  declare seededHashes: number[] | undefined;
  declare hashWork: number;
  declare hashShape: number | undefined;

  /**
   * Returns the member that equals `value`, or `undefined` if it doesn't exist. For `meter` and
   * `depth`, see `MapValue`.
   */
  abstract find(value: T, meter?: WorkMeter, depth?: number): T | undefined;
  abstract add(value: T, meter?: WorkMeter): SetValue<T>;
  abstract delete(value: T, meter?: WorkMeter): SetValue<T>;
  /**
   * Calls `visit` for the members in order until it returns false. Returns true if all were
   * visited.
   */
  abstract every(visit: (value: T) => boolean): boolean;

  /** Returns the same members, marked as made from a map of fields. */
  abstract ofFields(): SetValue<T>;

  /** Returns the same members in a set that finds them by `=`; see `MapValue.byEquality`. */
  abstract byEquality(meter?: WorkMeter): SetValue<T>;

  /** A number that identifies this set object. */
  get identityHash(): number {
    return identityHashOf(this);
  }

  has(value: T, meter?: WorkMeter, depth?: number): boolean {
    return this.find(value, meter, depth) !== undefined;
  }

  /** Returns the members one by one, for callers that may stop early. */
  abstract inOrder(): Iterable<T>;

  toArray(): T[] {
    const members: T[] = [];
    this.every((member) => {
      members.push(member);
      return true;
    });
    return members;
  }

  /** @internal Returns the form for consoles. */
  [inspected](): unknown {
    return new Set(this.toArray());
  }
}
