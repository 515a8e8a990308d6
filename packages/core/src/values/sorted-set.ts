// A set with its members in order: the keys of a sorted map.

import { SetValue } from "./set-value.ts";
import { SortedMap } from "./sorted-map.ts";
import { TrieSet } from "./trie-set.ts";
import { CountedWork } from "./counted-work.ts";
import type { KeyOrder } from "./sorted-order.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** A persistent sorted set. Its members are looked up like the keys of a `SortedMap`. */
export class SortedSet extends SetValue<Value> {
  private readonly members: SortedMap;
  /** The same members in a hashed set; see `SortedMap`. */
  declare private hashed: { readonly set: SetValue<Value>; readonly work: number } | undefined;

  private constructor(members: SortedMap) {
    super();
    this.members = members;
  }

  static empty(order: KeyOrder): SortedSet {
    return new SortedSet(SortedMap.empty(order));
  }

  /** Creates a set from values in any order. If several values compare as 0, keeps the first. */
  static of(
    values: readonly Value[],
    order: KeyOrder,
    meter?: WorkMeter,
    isOfFields = false,
  ): SortedSet {
    const members = SortedMap.of(
      values.map((value) => [value, null] as const),
      order,
      meter,
      isOfFields,
    );
    return new SortedSet(members);
  }

  /** Returns the keys of `map`. */
  static ofKeys(map: SortedMap): SortedSet {
    return new SortedSet(map);
  }

  /** Creates a set from values that must be in order and distinct. Doesn't compare them. */
  static ofSorted(values: readonly Value[], order: KeyOrder): SortedSet {
    return new SortedSet(
      SortedMap.ofSorted(
        values.map((value) => [value, null] as const),
        order,
      ),
    );
  }

  get count(): number {
    return this.members.count;
  }

  get isOfFields(): boolean {
    return this.members.hasFieldNames;
  }

  ofFields(): SortedSet {
    return new SortedSet(this.members.withFieldNames(true));
  }

  get order(): KeyOrder {
    return this.members.order;
  }

  get isOrderedByFunction(): boolean {
    return this.members.isOrderedByFunction;
  }

  find(value: Value, meter?: WorkMeter, depth = 0): Value | undefined {
    if (meter === undefined && this.isOrderedByFunction)
      return this.byEquality().find(value, undefined, depth);
    return this.members.findKey(value, meter, depth);
  }

  add(value: Value, meter?: WorkMeter): SortedSet {
    return this.withMembers(this.members.assoc(value, null, meter));
  }

  delete(value: Value, meter?: WorkMeter): SortedSet {
    return this.withMembers(this.members.dissoc(value, meter));
  }

  *inOrder(): Iterable<Value> {
    for (let position = 0; position < this.count; position++) {
      const member = this.at(position);
      if (member !== undefined) yield member;
    }
  }

  every(visit: (value: Value) => boolean): boolean {
    return this.members.every((value) => visit(value));
  }

  /** Returns the member at a position, counted from 0, or `undefined` if it is outside the set. */
  at(position: number): Value | undefined {
    return this.members.entryAt(position)?.[0];
  }

  /** See `SortedMap.countBefore`. */
  countBefore(value: Value, inclusive: boolean, meter?: WorkMeter): number {
    return this.members.countBefore(value, inclusive, meter);
  }

  byEquality(meter?: WorkMeter): SetValue<Value> {
    if (this.hashed === undefined) {
      const counted = new CountedWork(meter);
      counted.spend(this.count);
      this.hashed = { set: TrieSet.of(this.toArray(), counted), work: counted.work };
    } else meter?.spend(this.hashed.work);
    return this.hashed.set;
  }

  private withMembers(members: SortedMap): SortedSet {
    return members === this.members ? this : new SortedSet(members);
  }
}
