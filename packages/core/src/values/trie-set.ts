// A persistent set: the keys of a trie map.

import { MapBuilder } from "./map-builder.ts";
import { SetValue } from "./set-value.ts";
import type { TrieMap } from "./trie-map.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** The set that programs create. Sorted sets are `SortedSet`. */
export class TrieSet extends SetValue<Value> {
  private readonly members: TrieMap;

  private constructor(members: TrieMap) {
    super();
    this.members = members;
  }

  /**
   * Returns the distinct values in the order of their first occurrence. Charges `meter` for
   * members that are hashed and compared.
   */
  static of(values: Iterable<Value>, meter?: WorkMeter): TrieSet {
    const builder = new MapBuilder(meter);
    for (const value of values) builder.add(value, value);
    return new TrieSet(builder.build());
  }

  /** Returns the keys of `map`, whose values must be the keys themselves. */
  static ofKeys(map: TrieMap): TrieSet {
    return new TrieSet(map);
  }

  get count(): number {
    return this.members.count;
  }

  get isOfFields(): boolean {
    return this.members.hasFieldNames;
  }

  ofFields(): TrieSet {
    return new TrieSet(this.members.withFieldNames(true));
  }

  find(value: Value, meter?: WorkMeter, depth?: number): Value | undefined {
    return this.members.find(value, meter, depth);
  }

  add(value: Value, meter?: WorkMeter): TrieSet {
    return this.has(value, meter) ? this : new TrieSet(this.members.assoc(value, value, meter));
  }

  delete(value: Value, meter?: WorkMeter): TrieSet {
    return this.has(value, meter) ? new TrieSet(this.members.dissoc(value, meter)) : this;
  }

  byEquality(): SetValue<Value> {
    return this;
  }

  inOrder(): Iterable<Value> {
    return this.members.keysInOrder();
  }

  every(visit: (value: Value) => boolean): boolean {
    return this.members.every((value) => visit(value));
  }
}
