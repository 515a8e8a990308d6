// Finds the positions of a map's keys in its order. The versions of a growing map share one table
// of positions, as vectors share their array. A version sees the part of the table before its end,
// and the newest version adds to it in place. Keys that a version can't add there go into its own
// trie.
//
//   table   hash -> position, for all versions of one growth    [ a0 b1 c2 d3 ]
//   end     positions from here on belong to newer versions             ^ end
//   trie    keys that were added to another version than the newest, and those whose place in the
//           table is taken: by a key with the same hash, or by themselves before they were removed
//
// This structure stores only positions. The values are in the order of each version, so writing
// another value doesn't change this structure. An old version keeps alive what newer ones added to
// the table. Adding a key is charged more than that, so the byte limit bounds it.

import type { SlotTree } from "./slot-tree.ts";
import type { Entry } from "./trie-entry.ts";
import { TrieNode } from "./trie-node.ts";
import { PositionTable } from "./position-table.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

type Order = SlotTree<Entry>;

/** The keys of one version. The cost of a lookup doesn't depend on where it finds the key. */
export class MapKeys {
  private readonly table: PositionTable;
  private readonly end: number;
  /**
   * Contains all or none of the keys with a given hash. If it contains them, they are looked up
   * here.
   */
  private readonly trie: TrieNode | undefined;

  private constructor(table: PositionTable, end: number, trie: TrieNode | undefined) {
    this.table = table;
    this.end = end;
    this.trie = trie;
  }

  /** Returns the keys of an order without gaps. */
  static of(order: Order, meter: WorkMeter | undefined): MapKeys {
    let keys = new MapKeys(new PositionTable(), 0, undefined);
    order.every((entry) => {
      if (entry.index % 2048 === 0) meter?.checkTime?.();
      keys = keys.with(entry, order, true);
      return true;
    });
    return keys;
  }

  /**
   * Returns the entry of `key` in the order of the version. `hash` is the key's hash, and `key` is
   * not NaN.
   */
  find(
    key: Value,
    hash: number,
    order: Order,
    meter: WorkMeter | undefined,
    depth: number,
  ): Entry | undefined {
    if (this.trie?.holds(hash) === true) {
      const existing = this.trie.find(key, hash, meter, depth);
      return existing && order.at(existing.index);
    }
    const entry = this.entryAt(this.table.get(hash), order);
    return entry?.isOf(key, hash, meter, depth) === true ? entry : undefined;
  }

  /**
   * Returns the keys with the next entry of `order` added. Without `mayShare`, the entry is not
   * added to the table, which would otherwise grow endlessly for a map that loses as many keys as
   * it gains.
   */
  with(entry: Entry, order: Order, mayShare: boolean): MapKeys {
    const { table, end } = this;
    const { hash } = entry;
    const place = table.get(hash);
    const isNewest = mayShare && end === entry.index && end === table.claimed;
    if (isNewest) table.claimed = end + 1;
    const newEnd = isNewest ? end + 1 : end;
    if (isNewest && place === undefined) {
      table.set(hash, end);
      return new MapKeys(table, newEnd, this.trie);
    }
    let trie = this.trie ?? TrieNode.empty();
    const alike = this.entryAt(place, order);
    if (alike !== undefined && !trie.holds(hash)) trie = trie.insert(alike.withValue(null), 0);
    return new MapKeys(table, newEnd, trie.insert(entry.withValue(null), 0));
  }

  /** Returns the keys without an entry whose removal leaves a gap in the order. */
  without(entry: Entry): MapKeys {
    return this.trie?.holds(entry.hash) === true
      ? new MapKeys(this.table, this.end, this.trie.remove(entry, 0))
      : this;
  }

  private entryAt(position: number | undefined, order: Order): Entry | undefined {
    return position === undefined || position >= this.end ? undefined : order.at(position);
  }
}
