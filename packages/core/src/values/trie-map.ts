// The map that a program makes: its entries in insertion order and, when there are more than eight,
// what finds them by their keys. A new version costs only what is new in it, whichever version it
// is made from.
//
//   order   the entries by index, see `slot-tree.ts`; up to eight are searched there and have no gaps
//   known   key -> index, see `map-keys.ts`; made when first needed

import { equals } from "./equality.ts";
import { Keyword } from "./keyword.ts";
import { MapKeys } from "./map-keys.ts";
import { MapValue } from "./map-value.ts";
import { Entry } from "./trie-entry.ts";
import { hashValue } from "./hash-value.ts";
import { SlotTree } from "./slot-tree.ts";
import { spendComparedText, spendHashedText } from "./text-work.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

const smallLimit = 8;

/** So many removed keys more than there are others, and the map is no longer one that grows. */
const fewGaps = 32;

/** A persistent map with Clojure's semantics and insertion order. */
export class TrieMap extends MapValue<Value> {
  readonly count: number;
  readonly hasFieldNames: boolean;
  private readonly order: SlotTree<Entry>;
  private known: MapKeys | undefined;

  private constructor(
    order: SlotTree<Entry>,
    count: number,
    known: MapKeys | undefined,
    hasFieldNames: boolean,
  ) {
    super();
    this.order = order;
    this.count = count;
    this.known = known;
    this.hasFieldNames = hasFieldNames;
  }

  static empty(hasFieldNames = false): TrieMap {
    return TrieMap.ofEntries([], hasFieldNames);
  }

  /**
   * Takes ownership of `entries`. Their keys must be distinct, and the index of each must be its
   * position.
   */
  static ofEntries(entries: Entry[], hasFieldNames = false): TrieMap {
    return new TrieMap(SlotTree.of(entries), entries.length, undefined, hasFieldNames);
  }

  /**
   * A map of `keys` to the values at the same positions; the keys must be distinct. `meter` is told
   * of them as `MapBuilder` tells it.
   */
  static ofFields(keys: readonly Keyword[], values: readonly Value[], meter?: WorkMeter): TrieMap {
    // `map` makes an array of just this size: most maps of a program are small, and never grow.
    const entries = keys.map((key, index) => {
      spendHashedText(key.text.length, meter);
      return new Entry(key, values[index] ?? null, undefined, index);
    });
    return TrieMap.ofEntries(entries);
  }

  find(key: Value, meter?: WorkMeter, depth = 0): Value | undefined {
    return this.entry(key, meter, depth)?.value;
  }

  assoc(key: Value, value: Value, meter?: WorkMeter): TrieMap {
    if (Number.isNaN(key)) return this.append(key, value, undefined, meter);
    const hash = this.count > smallLimit ? hashValue(key, 0, meter) : undefined;
    const present =
      hash === undefined
        ? this.nearEntry(key, meter, 0)
        : this.keysBy(meter).find(key, hash, this.order, meter, 0);
    if (present === undefined) return this.append(key, value, hash, meter);
    // Comparing large integers takes long, and a budget is not told of it here.
    if (typeof value !== "bigint" && Object.is(present.value, value)) return this;
    const replaced = present.withValue(value);
    return new TrieMap(
      this.order.replace(replaced.index, replaced),
      this.count,
      this.known,
      this.hasFieldNames,
    );
  }

  dissoc(key: Value, meter?: WorkMeter): TrieMap {
    const present = this.entry(key, meter, 0);
    if (present === undefined) return this;
    if (this.count <= smallLimit + 1) return this.closedUp(present);
    return new TrieMap(
      this.order.remove(present.index),
      this.count - 1,
      this.keysBy().without(present),
      this.hasFieldNames,
    );
  }

  byEquality(): MapValue<Value> {
    return this;
  }

  every(visit: (key: Value, value: Value) => boolean): boolean {
    return this.order.every((entry) => visit(entry.key, entry.value));
  }

  /** The keys one by one, for whoever stops in between. */
  *keysInOrder(): Iterable<Value> {
    for (let index = 0; index < this.order.end; index++) {
      const entry = this.order.at(index);
      if (entry !== undefined) yield entry.key;
    }
  }

  /** The same entries, with or without the writing rule of maps from the host. */
  withFieldNames(hasFieldNames: boolean): TrieMap {
    if (hasFieldNames === this.hasFieldNames) return this;
    return new TrieMap(
      this.order,
      this.count,
      this.count > smallLimit ? this.keysBy() : undefined,
      hasFieldNames,
    );
  }

  private entry(key: Value, meter: WorkMeter | undefined, depth: number): Entry | undefined {
    if (Number.isNaN(key)) return undefined;
    return this.count > smallLimit
      ? this.keysBy(meter).find(key, hashValue(key, 0, meter, depth), this.order, meter, depth)
      : this.nearEntry(key, meter, depth);
  }

  /** Looks through the entries of a small map. */
  private nearEntry(key: Value, meter: WorkMeter | undefined, depth: number): Entry | undefined {
    if (key instanceof Keyword) return this.keywordEntry(key, meter);
    for (let index = 0; index < this.count; index++) {
      const entry = this.order.near(index);
      if (entry !== undefined && equals(entry.key, key, meter, depth)) return entry;
    }
    return undefined;
  }

  /** The most frequent look-up, so it has a path of its own. */
  private keywordEntry(key: Keyword, meter: WorkMeter | undefined): Entry | undefined {
    spendComparedText(key.text.length, meter);
    for (let index = 0; index < this.count; index++) {
      const entry = this.order.near(index);
      if (entry?.key === key || (entry?.key instanceof Keyword && entry.key.text === key.text))
        return entry;
    }
    return undefined;
  }

  /**
   * Charges for the hash of the key when that is not known. It will be needed when the keys are
   * first looked up, which happens where no meter is at hand.
   */
  private append(
    key: Value,
    value: Value,
    hash: number | undefined,
    meter: WorkMeter | undefined,
  ): TrieMap {
    if (hash === undefined) prepayHash(key, meter);
    const { count, order } = this;
    const entry = new Entry(key, value, hash, order.end);
    const hasFewGaps = order.end <= 2 * count + fewGaps;
    const known = count >= smallLimit ? this.keysBy().with(entry, order, hasFewGaps) : undefined;
    return new TrieMap(order.append(entry), count + 1, known, this.hasFieldNames);
  }

  /**
   * A small map without one entry: the other entries get new indexes, so that there are no gaps.
   */
  private closedUp(removed: Entry): TrieMap {
    const rest: Entry[] = [];
    this.order.every((entry) => {
      if (entry !== removed) rest.push(entry.atIndex(rest.length));
      return true;
    });
    return TrieMap.ofEntries(rest, this.hasFieldNames);
  }

  /**
   * What finds the keys, made when a look-up first needs it. Whoever made the map has paid for it,
   * so that its cost does not depend on who looks first.
   */
  private keysBy(meter?: WorkMeter): MapKeys {
    return (this.known ??= MapKeys.of(this.order, meter));
  }
}

/** Tells `meter` what hashing `key` will cost. */
function prepayHash(key: Value, meter: WorkMeter | undefined): void {
  if (meter === undefined) return;
  if (typeof key === "string") spendHashedText(key.length, meter);
  else if (key instanceof Keyword) spendHashedText(key.text.length, meter);
  else if (typeof key === "bigint" || (typeof key === "object" && key !== null))
    hashValue(key, 0, meter);
}
