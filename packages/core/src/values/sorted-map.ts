// A map whose entries stand in the order of their keys. A key is found by that order, so keys that
// compare as 0 are one key, as in Clojure. Whole maps are compared by `=`, like all others.

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
import { assertOrderable, placeBetween, type KeyOrder } from "./sorted-order.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/**
 * A persistent sorted map. Finding and changing an entry take time in proportion to the logarithm
 * of its size.
 */
export class SortedMap extends MapValue<Value> {
  readonly hasFieldNames: boolean;
  readonly order: KeyOrder;
  private readonly root: SortedTree;
  /**
   * The same entries in a hashed map, and the work of making that. It is made when first needed,
   * and everyone who asks for it is charged that work.
   */
  declare private hashed: { readonly map: MapValue<Value>; readonly work: number } | undefined;

  private constructor(order: KeyOrder, root: SortedTree, hasFieldNames: boolean) {
    super();
    this.order = order;
    this.root = root;
    this.hasFieldNames = hasFieldNames;
  }

  static empty(order: KeyOrder): SortedMap {
    return new SortedMap(order, undefined, false);
  }

  /**
   * Makes a map of entries in any order. When several have the same key, the first gives the key
   * and the last the value.
   * @throws OrderError for keys that have no order
   */
  static of(
    entries: readonly (readonly [Value, Value])[],
    order: KeyOrder,
    meter?: WorkMeter,
  ): SortedMap {
    meter?.spend(entries.length * (32 - Math.clz32(entries.length)));
    const distinct: [Value, Value][] = [];
    const [only] = entries;
    if (only !== undefined) assertOrderable(order, only[0]);
    for (const [key, value] of mergeSort(entries, ([left], [right]) =>
      placeBetween(order, left, right, meter),
    )) {
      const last = distinct.at(-1);
      if (last !== undefined && order.compare(last[0], key, meter) === 0) last[1] = value;
      else distinct.push([key, value]);
    }
    return SortedMap.ofSorted(distinct, order);
  }

  /** Makes a map of entries whose keys must be in order and distinct; they are not compared. */
  static ofSorted(entries: readonly (readonly [Value, Value])[], order: KeyOrder): SortedMap {
    return new SortedMap(order, treeOf(entries), false);
  }

  get count(): number {
    return sizeOf(this.root);
  }

  /**
   * When a function decides the order it can only be called with the branch of a run as `meter`.
   * Without one, the key is looked up by equality.
   */
  find(key: Value, meter?: WorkMeter, depth = 0): Value | undefined {
    if (meter === undefined && this.isOrderedByFunction)
      return this.byEquality().find(key, undefined, depth);
    return findNode(this.root, this.searchFor(key, meter, depth))?.value;
  }

  /** The key that the map holds in place of an equal `key`. */
  findKey(key: Value, meter: WorkMeter | undefined, depth: number): Value | undefined {
    return findNode(this.root, this.searchFor(key, meter, depth))?.key;
  }

  /** @throws OrderError when the key has no order with those of the map */
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

  /** The same entries, with or without the writing rule of maps from the host. */
  withFieldNames(hasFieldNames: boolean): SortedMap {
    return hasFieldNames === this.hasFieldNames
      ? this
      : new SortedMap(this.order, this.root, hasFieldNames);
  }

  /** The entry at a position, counted from 0; `undefined` outside of the map. */
  entryAt(position: number): [key: Value, value: Value] | undefined {
    const node = nodeAt(this.root, position);
    return node === undefined ? undefined : [node.key, node.value];
  }

  /**
   * How many keys come before `key`. With `inclusive`, a key that compares as 0 is counted too.
   * @throws OrderError when the key has no order with those of the map
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
    return root === this.root ? this : new SortedMap(this.order, root, this.hasFieldNames);
  }

  /** Reading and removing: a key that has no order with those of the map is not in it. */
  private searchFor(key: Value, meter: WorkMeter | undefined, depth = 0): (other: Value) => number {
    return (other) => this.order.compare(key, other, meter, depth);
  }

  private placeFor(key: Value, meter: WorkMeter | undefined): (other: Value) => number {
    return (other) => placeBetween(this.order, key, other, meter);
  }
}
