// The entries of a map in insertion order: a persistent array, as a tree of nodes with 32 slots. A
// new version costs at most one path of nodes, whichever version it is made from. Appending to the
// newest version only fills a slot, because versions share nodes as vectors share their array. A
// removed entry leaves an empty slot; a node whose slots are all empty is dropped.
//
//   root    [ · · · ]          an entry knows its index for life
//             |   \            end: the first index no version before this one has used
//     [ e0 e1 _ … ] [ e32 . ]  slots from `end` on may belong to a newer version: never read, written only when unclaimed

import type { Entry } from "./trie-entry.ts";

const bitsPerLevel = 5;
const width = 32;

/**
 * At shift 0 the slots hold entries, above it they hold nodes. A slot that has been used is never
 * overwritten in place.
 */
type OrderNode = (Entry | OrderNode | undefined)[];

/** The order of a map's entries; immutable as seen through its own `end`. */
export class EntryOrder {
  readonly end: number;
  private readonly root: OrderNode;
  private readonly shift: number;

  private constructor(root: OrderNode, shift: number, end: number) {
    this.root = root;
    this.shift = shift;
    this.end = end;
  }

  /** Takes ownership of `entries`; the index of each must be its position. */
  static of(entries: Entry[]): EntryOrder {
    let nodes: OrderNode[] = entries.length <= width ? [entries] : grouped(entries);
    let shift = 0;
    for (; nodes.length > 1; shift += bitsPerLevel) nodes = grouped(nodes);
    return new EntryOrder(nodes[0] ?? [], shift, entries.length);
  }

  /** The entry at `index`, for orders of at most 32 indexes, where this is faster than `every`. */
  near(index: number): Entry | undefined {
    return this.root[index] as Entry | undefined;
  }

  /** The order with `entry` added at the end; its index must be `end`. */
  append(entry: Entry): EntryOrder {
    const isFull = this.end === width << this.shift;
    const root = isFull ? [this.root] : this.root;
    const shift = isFull ? this.shift + bitsPerLevel : this.shift;
    return new EntryOrder(appended(root, shift, entry), shift, this.end + 1);
  }

  /** The order with `entry` in place of the entry at the same index. */
  replace(entry: Entry): EntryOrder {
    return new EntryOrder(
      changed(this.root, this.shift, entry.index, entry) ?? [],
      this.shift,
      this.end,
    );
  }

  /** The order without the entry at `index`; the other entries keep their indexes. */
  remove(index: number): EntryOrder {
    return new EntryOrder(
      changed(this.root, this.shift, index, undefined) ?? [],
      this.shift,
      this.end,
    );
  }

  /** Visits the entries in order until `visit` answers false; whether all were visited. */
  every(visit: (entry: Entry) => boolean): boolean {
    return everyBelow(this.root, this.shift, this.end, visit);
  }
}

function grouped(items: readonly (Entry | OrderNode)[]): OrderNode[] {
  const nodes: OrderNode[] = [];
  for (let start = 0; start < items.length; start += width)
    nodes.push(items.slice(start, start + width));
  return nodes;
}

/**
 * `node` with `entry` in its first free slot. It is the same node when no other version has used
 * that slot.
 */
function appended(node: OrderNode, shift: number, entry: Entry): OrderNode {
  const slot = slotOf(entry.index, shift);
  const child = shift === 0 ? undefined : (node[slot] as OrderNode | undefined);
  const item =
    shift === 0
      ? entry
      : appended(
          child ?? emptyUpTo(entry.index, shift - bitsPerLevel),
          shift - bitsPerLevel,
          entry,
        );
  if (child !== undefined && item === child) return node;
  const own = node.length === slot ? node : node.slice(0, slot);
  while (own.length < slot) own.push(undefined);
  own.push(item);
  return own;
}

/**
 * A node for `index` whose earlier slots are empty, because their entries were removed or lie
 * before the start of the map.
 */
function emptyUpTo(index: number, shift: number): OrderNode {
  return new Array<undefined>(slotOf(index, shift)).fill(undefined);
}

/** `node` with another item at `index`; `undefined` when nothing is left in it. */
function changed(
  node: OrderNode,
  shift: number,
  index: number,
  item: Entry | undefined,
): OrderNode | undefined {
  const slot = slotOf(index, shift);
  const copy = node.slice();
  copy[slot] =
    shift === 0 ? item : changed(node[slot] as OrderNode, shift - bitsPerLevel, index, item);
  return copy[slot] === undefined && copy.every((other) => other === undefined) ? undefined : copy;
}

function everyBelow(
  node: OrderNode,
  shift: number,
  end: number,
  visit: (entry: Entry) => boolean,
): boolean {
  const slots = Math.min(node.length, Math.ceil(end / (1 << shift)));
  for (let slot = 0; slot < slots; slot++) {
    const item = node[slot];
    if (item === undefined) continue;
    const goesOn =
      shift === 0
        ? visit(item as Entry)
        : everyBelow(item as OrderNode, shift - bitsPerLevel, end - slot * (1 << shift), visit);
    if (!goesOn) return false;
  }
  return true;
}

function slotOf(index: number, shift: number): number {
  return (index >>> shift) & (width - 1);
}
