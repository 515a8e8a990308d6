// What every set can do; generic in the value type for the same reason as `MapValue`.

import { identityHashOf } from "./identity-value.ts";
import { inspected } from "./inspection.ts";
import type { WorkMeter } from "./work-meter.ts";

/**
 * A set of values. It enumerates its members in insertion order, a sorted set in their order. Sets
 * are compared without regard to order.
 */
export abstract class SetValue<T> {
  abstract readonly count: number;
  /** Filled by `hashValue`, as in `Vector`. */
  declare hash: number | undefined;
  declare furtherHashes: number[] | undefined;
  declare hashWork: number;
  declare hashShape: number | undefined;

  /**
   * The member that equals `value`; `undefined` when there is none. For `meter` and `depth` see
   * `MapValue`.
   */
  abstract find(value: T, meter?: WorkMeter, depth?: number): T | undefined;
  abstract add(value: T, meter?: WorkMeter): SetValue<T>;
  abstract delete(value: T, meter?: WorkMeter): SetValue<T>;
  /**
   * Calls `visit` for the members in order until it answers false. Answers whether all were
   * visited.
   */
  abstract every(visit: (value: T) => boolean): boolean;

  /** The same members in a set that finds them by `=`; see `MapValue.byEquality`. */
  abstract byEquality(meter?: WorkMeter): SetValue<T>;

  /** A number of this very set. */
  get identityHash(): number {
    return identityHashOf(this);
  }

  has(value: T, meter?: WorkMeter, depth?: number): boolean {
    return this.find(value, meter, depth) !== undefined;
  }

  /** The members one by one, for whoever stops in between. */
  abstract inOrder(): Iterable<T>;

  toArray(): T[] {
    const members: T[] = [];
    this.every((member) => {
      members.push(member);
      return true;
    });
    return members;
  }

  /** @internal What a console shows. */
  [inspected](): unknown {
    return new Set(this.toArray());
  }
}
