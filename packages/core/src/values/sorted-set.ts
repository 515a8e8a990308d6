// A set whose members stand in order: the keys of a sorted map.

import { SetValue } from "./set-value.ts";
import { SortedMap } from "./sorted-map.ts";
import { TrieSet } from "./trie-set.ts";
import { CountedWork } from "./counted-work.ts";
import type { KeyOrder } from "./sorted-order.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** A persistent sorted set. Its members are found as the keys of a `SortedMap` are. */
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

  /** Makes a set of values in any order. Of values that compare as 0, the first stays. */
  static of(values: readonly Value[], order: KeyOrder, meter?: WorkMeter): SortedSet {
    const members = SortedMap.of(
      values.map((value) => [value, null] as const),
      order,
      meter,
    );
    return new SortedSet(members);
  }

  /** The keys of `map`. */
  static ofKeys(map: SortedMap): SortedSet {
    return new SortedSet(map);
  }

  /** Makes a set of values that must be in order and distinct; they are not compared. */
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

  /** The member at a position, counted from 0; `undefined` outside of the set. */
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
