// The map that programs create: its entries in insertion order and, if there are more than eight,
// an index of their keys. A new version costs only its changes, from any version.
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

/** The excess of removed keys over existing ones up to which a map counts as growing. */
const fewGaps = 32;

/**
 * Whether a map has field names, and whether keywords may be among them. "apart": two keywords are
 * never one field.
 */
type Fields = "none" | "texts" | "any" | "apart";

/** A persistent map with Clojure's semantics and insertion order. */
export class TrieMap extends MapValue<Value> {
  readonly count: number;
  private readonly fields: Fields;
  private readonly order: SlotTree<Entry>;
  private known: MapKeys | undefined;

  private constructor(
    order: SlotTree<Entry>,
    count: number,
    known: MapKeys | undefined,
    fields: Fields,
  ) {
    super();
    this.order = order;
    this.count = count;
    this.known = known;
    this.fields = fields;
  }

  get hasFieldNames(): boolean {
    return this.fields !== "none";
  }

  get mayHaveKeywords(): boolean {
    return this.fields === "any" || this.keepsApart;
  }

  get keepsApart(): boolean {
    return this.fields === "apart";
  }

  static empty(hasFieldNames = false): TrieMap {
    return new TrieMap(SlotTree.of<Entry>([]), 0, undefined, hasFieldNames ? "texts" : "none");
  }

  /**
   * Takes ownership of `entries`. Their keys must be distinct, and the index of each must be its
   * position.
   */
  static ofEntries(entries: Entry[], fields: Fields = "none"): TrieMap {
    return new TrieMap(SlotTree.of(entries), entries.length, undefined, fields);
  }

  /**
   * Creates a map of `keys` to the values at the same positions. The keys must be distinct.
   * Charges `meter` for them as `MapBuilder` does.
   */
  static ofFields(keys: readonly Keyword[], values: readonly Value[], meter?: WorkMeter): TrieMap {
    // `map` creates an array of exactly this size: most maps of a program are small and never grow.
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
    // Don't compare large integers: that is slow, and this code has no budget to charge.
    if (typeof value !== "bigint" && Object.is(present.value, value)) return this;
    const replaced = present.withValue(value);
    return new TrieMap(
      this.order.replace(replaced.index, replaced),
      this.count,
      this.known,
      this.fields,
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
      this.fields,
    );
  }

  byEquality(): MapValue<Value> {
    return this;
  }

  every(visit: (key: Value, value: Value) => boolean): boolean {
    return this.order.every((entry) => visit(entry.key, entry.value));
  }

  /** Yields the keys one by one, for callers that may stop early. */
  *keysInOrder(): Iterable<Value> {
    for (let index = 0; index < this.order.end; index++) {
      const entry = this.order.at(index);
      if (entry !== undefined) yield entry.key;
    }
  }

  /** Returns the same entries, as a map of fields or as one of a program. */
  withFieldNames(hasFieldNames: boolean, keepsApart = false): TrieMap {
    if (hasFieldNames === this.hasFieldNames && keepsApart === this.keepsApart) return this;
    const fields = keepsApart ? "apart" : this.count === 0 ? "texts" : "any";
    return new TrieMap(
      this.order,
      this.count,
      this.count > smallLimit ? this.keysBy() : undefined,
      hasFieldNames ? fields : "none",
    );
  }

  private entry(key: Value, meter: WorkMeter | undefined, depth: number): Entry | undefined {
    if (Number.isNaN(key)) return undefined;
    return this.count > smallLimit
      ? this.keysBy(meter).find(key, hashValue(key, 0, meter, depth), this.order, meter, depth)
      : this.nearEntry(key, meter, depth);
  }

  /** Searches the entries of a small map. */
  private nearEntry(key: Value, meter: WorkMeter | undefined, depth: number): Entry | undefined {
    if (key instanceof Keyword) return this.keywordEntry(key, meter);
    for (let index = 0; index < this.count; index++) {
      const entry = this.order.near(index);
      if (entry !== undefined && equals(entry.key, key, meter, depth)) return entry;
    }
    return undefined;
  }

  /**
   * Looks up a keyword in a small map. This is the most frequent lookup, so it has its own code.
   */
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
   * Adds an entry. Charges for the hash of the key if it isn't known yet: the first lookup will
   * need it, and may have no meter.
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
    const fields = this.fields === "texts" && key instanceof Keyword ? "any" : this.fields;
    return new TrieMap(order.append(entry), count + 1, known, fields);
  }

  /**
   * Returns a small map without one entry. The other entries get new indexes, so there are no
   * gaps.
   */
  private closedUp(removed: Entry): TrieMap {
    const rest: Entry[] = [];
    this.order.every((entry) => {
      if (entry !== removed) rest.push(entry.atIndex(rest.length));
      return true;
    });
    return TrieMap.ofEntries(rest, this.fields);
  }

  /**
   * Returns the index of the keys, created on the first lookup. Building the map already paid for
   * it, so the cost doesn't depend on which lookup comes first.
   */
  private keysBy(meter?: WorkMeter): MapKeys {
    return (this.known ??= MapKeys.of(this.order, meter));
  }
}

/** Charges `meter` for hashing `key` later. */
function prepayHash(key: Value, meter: WorkMeter | undefined): void {
  if (meter === undefined) return;
  if (typeof key === "string") spendHashedText(key.length, meter);
  else if (key instanceof Keyword) spendHashedText(key.text.length, meter);
  else if (typeof key === "bigint" || (typeof key === "object" && key !== null))
    hashValue(key, 0, meter);
}
