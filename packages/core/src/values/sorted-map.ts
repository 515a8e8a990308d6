// A map whose entries stand in the order of their keys. A key is found where the order puts it, so
// what compares as 0 is one key, as in Clojure; as a whole the map is compared by `=`, like every
// other.

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
import type { KeyOrder } from "./sorted-order.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/** A persistent sorted map: finding and changing take the logarithm of its size. */
export class SortedMap extends MapValue<Value> {
  readonly hasFieldNames: boolean;
  readonly order: KeyOrder;
  private readonly root: SortedTree;
  /**
   * The same entries hashed, and what that took; made when first asked for, paid by everyone who
   * asks.
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
   * The map of entries in any order; of those with one key the first gives the key and the last the
   * value.
   */
  static of(
    entries: readonly (readonly [Value, Value])[],
    order: KeyOrder,
    meter?: WorkMeter,
  ): SortedMap {
    meter?.spend(entries.length * (32 - Math.clz32(entries.length)));
    const distinct: [Value, Value][] = [];
    for (const [key, value] of mergeSort(entries, ([left], [right]) =>
      order.compare(left, right, meter),
    )) {
      const last = distinct.at(-1);
      if (last !== undefined && order.compare(last[0], key, meter) === 0) last[1] = value;
      else distinct.push([key, value]);
    }
    return SortedMap.ofSorted(distinct, order);
  }

  /** Trusts that the keys stand in order and are distinct; nothing is compared. */
  static ofSorted(entries: readonly (readonly [Value, Value])[], order: KeyOrder): SortedMap {
    return new SortedMap(order, treeOf(entries), false);
  }

  get count(): number {
    return sizeOf(this.root);
  }

  /** Under a function and without the branch that calls it, the entry whose key is equal. */
  find(key: Value, meter?: WorkMeter, depth = 0): Value | undefined {
    if (meter === undefined && this.isOrderedByFunction)
      return this.byEquality().find(key, undefined, depth);
    return findNode(this.root, this.searchFor(key, meter, depth))?.value;
  }

  /** The key as the map holds it. */
  findKey(key: Value, meter: WorkMeter | undefined, depth: number): Value | undefined {
    return findNode(this.root, this.searchFor(key, meter, depth))?.key;
  }

  assoc(key: Value, value: Value, meter?: WorkMeter): SortedMap {
    return this.withRoot(withEntry(this.root, key, value, this.searchFor(key, meter)));
  }

  dissoc(key: Value, meter?: WorkMeter): SortedMap {
    return this.withRoot(withoutEntry(this.root, this.searchFor(key, meter)));
  }

  every(visit: (key: Value, value: Value) => boolean): boolean {
    return everyNode(this.root, ({ key, value }) => visit(key, value));
  }

  /** The same entries under the other rule of writing. */
  withFieldNames(hasFieldNames: boolean): SortedMap {
    return hasFieldNames === this.hasFieldNames
      ? this
      : new SortedMap(this.order, this.root, hasFieldNames);
  }

  /** The entry at a position in the order, from 0; `undefined` outside. */
  entryAt(position: number): [key: Value, value: Value] | undefined {
    const node = nodeAt(this.root, position);
    return node === undefined ? undefined : [node.key, node.value];
  }

  /** How many keys come before `key`; one that compares as 0 among them where `inclusive`. */
  countBefore(key: Value, inclusive: boolean, meter?: WorkMeter): number {
    return countBefore(this.root, this.searchFor(key, meter), inclusive);
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

  private searchFor(key: Value, meter: WorkMeter | undefined, depth = 0): (other: Value) => number {
    return (other) => this.order.compare(key, other, meter, depth);
  }
}
