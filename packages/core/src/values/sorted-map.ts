// A map with its entries in key order. Keys are looked up by that order, so keys that compare as 0
// are the same key, as in Clojure. Whole maps are compared by `=`, like all others.

import { MapBuilder } from "./map-builder.ts";
import { MapValue } from "./map-value.ts";
import { mergeSort } from "./merge-sort.ts";
import {
  countBefore,
  everyNode,
  findNode,
  nodeAt,
  sizeOf,
  treeOf,
  withEntry,
  withoutEntry,
  type SortedTree,
} from "./sorted-tree.ts";
import { CountedWork } from "./counted-work.ts";
import { assertOrderable, orderOfKeys, placeBetween, type KeyOrder } from "./sorted-order.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** A persistent sorted map. Finding and changing an entry takes logarithmic time. */
export class SortedMap extends MapValue<Value> {
  readonly hasFieldNames: boolean;
  readonly keepsApart: boolean;
  readonly mayHaveKeywords = true;
  readonly order: KeyOrder;
  private readonly root: SortedTree;
  /**
   * The same entries in a hashed map, and the cost of creating it. Created on first use; every
   * caller is charged the cost.
   */
  declare private hashed: { readonly map: MapValue<Value>; readonly work: number } | undefined;

  private constructor(
    order: KeyOrder,
    root: SortedTree,
    hasFieldNames: boolean,
    keepsApart = false,
  ) {
    super();
    this.order = order;
    this.root = root;
    this.hasFieldNames = hasFieldNames;
    this.keepsApart = keepsApart;
  }

  static empty(order: KeyOrder): SortedMap {
    return new SortedMap(order, undefined, false);
  }

  /**
   * Creates a map from entries in any order. If several have the same key, keeps the first key and
   * the last value.
   * @throws OrderError for keys that have no order
   */
  static of(
    entries: readonly (readonly [Value, Value])[],
    order: KeyOrder,
    meter?: WorkMeter,
    hasFieldNames = false,
  ): SortedMap {
    const keys = orderOfKeys(order, hasFieldNames);
    meter?.spend(entries.length * (32 - Math.clz32(entries.length)));
    const distinct: [Value, Value][] = [];
    const [only] = entries;
    if (only !== undefined) assertOrderable(order, only[0]);
    for (const [key, value] of mergeSort(entries, ([left], [right]) =>
      placeBetween(keys, left, right, meter),
    )) {
      const last = distinct.at(-1);
      if (last !== undefined && keys.compare(last[0], key, meter) === 0) last[1] = value;
      else distinct.push([key, value]);
    }
    return new SortedMap(order, treeOf(distinct), hasFieldNames);
  }

  /** Creates a map from entries whose keys must be in order and distinct. Doesn't compare them. */
  static ofSorted(entries: readonly (readonly [Value, Value])[], order: KeyOrder): SortedMap {
    return new SortedMap(order, treeOf(entries), false);
  }

  get count(): number {
    return sizeOf(this.root);
  }

  /**
   * An order defined by a function needs the branch of a run as `meter` to call the function.
   * Without one, looks up the key by equality.
   */
  find(key: Value, meter?: WorkMeter, depth = 0): Value | undefined {
    if (meter === undefined && this.isOrderedByFunction)
      return this.byEquality().find(key, undefined, depth);
    return findNode(this.root, this.searchFor(key, meter, depth))?.value;
  }

  /** Returns the map's own key that equals `key`. */
  findKey(key: Value, meter: WorkMeter | undefined, depth: number): Value | undefined {
    return findNode(this.root, this.searchFor(key, meter, depth))?.key;
  }

  /** @throws OrderError if the key has no order relative to those of the map */
  assoc(key: Value, value: Value, meter?: WorkMeter): SortedMap {
    if (this.root === undefined) assertOrderable(this.order, key);
    return this.withRoot(withEntry(this.root, key, value, this.placeFor(key, meter)));
  }

  dissoc(key: Value, meter?: WorkMeter): SortedMap {
    return this.withRoot(withoutEntry(this.root, this.searchFor(key, meter)));
  }

  every(visit: (key: Value, value: Value) => boolean): boolean {
    return everyNode(this.root, ({ key, value }) => visit(key, value));
  }

  /** Returns the same entries, as a map of fields or as one of a program. */
  withFieldNames(hasFieldNames: boolean, keepsApart = false): SortedMap {
    return new SortedMap(this.order, this.root, hasFieldNames, keepsApart);
  }

  /** Returns the entry at a position, counted from 0, or `undefined` if it is outside the map. */
  entryAt(position: number): [key: Value, value: Value] | undefined {
    const node = nodeAt(this.root, position);
    return node === undefined ? undefined : [node.key, node.value];
  }

  /**
   * Returns how many keys come before `key`. With `inclusive`, also counts a key that compares as
   * 0.
   * @throws OrderError if the key has no order relative to those of the map
   */
  countBefore(key: Value, inclusive: boolean, meter?: WorkMeter): number {
    return countBefore(this.root, this.placeFor(key, meter), inclusive);
  }

  get isOrderedByFunction(): boolean {
    return typeof this.order.comparator !== "string";
  }

  byEquality(meter?: WorkMeter): MapValue<Value> {
    if (this.hashed === undefined) {
      const counted = new CountedWork(meter);
      const builder = new MapBuilder(counted);
      counted.spend(this.count);
      this.forEach((key, value) => {
        builder.set(key, value);
      });
      this.hashed = { map: builder.build(), work: counted.work };
    } else meter?.spend(this.hashed.work);
    return this.hashed.map;
  }

  private withRoot(root: SortedTree): SortedMap {
    const { order, hasFieldNames, keepsApart } = this;
    return root === this.root ? this : new SortedMap(order, root, hasFieldNames, keepsApart);
  }

  /**
   * For reading and removing: a key that has no order relative to those of the map is not in it.
   */
  private searchFor(key: Value, meter: WorkMeter | undefined, depth = 0): (other: Value) => number {
    const order = orderOfKeys(this.order, this.hasFieldNames);
    return (other) => order.compare(key, other, meter, depth);
  }

  private placeFor(key: Value, meter: WorkMeter | undefined): (other: Value) => number {
    const order = orderOfKeys(this.order, this.hasFieldNames);
    return (other) => placeBetween(order, key, other, meter);
  }
}
