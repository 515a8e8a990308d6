// A persistent array, as a tree of nodes with 32 slots: the entries of a map in insertion order,
// and the elements of a long vector that is changed in more than one way. A new version costs at
// most one path of nodes, whichever version it is made from. Appending to the newest version only
// fills a slot, because versions share nodes as vectors share their array. A removed item leaves an
// empty slot; a node whose slots are all empty is dropped.
//
//   root    [ · · · ]          an item keeps its index for life
//             |   \            end: the first index no version before this one has used
//     [ e0 e1 _ … ] [ e32 . ]  slots from `end` on may belong to a newer version: never read, written only when unclaimed

const bitsPerLevel = 5;
const width = 32;

/**
 * At shift 0 the slots hold items, above it they hold nodes. A slot that has been used is never
 * overwritten in place.
 */
type SlotNode = unknown[];

/** Items, none of which is `undefined`; immutable as seen through its own `end`. */
export class SlotTree<Item> {
  readonly end: number;
  private readonly root: SlotNode;
  private readonly shift: number;

  private constructor(root: SlotNode, shift: number, end: number) {
    this.root = root;
    this.shift = shift;
    this.end = end;
  }

  /** Takes ownership of `items`. */
  static of<Item>(items: Item[]): SlotTree<Item> {
    let nodes: SlotNode[] = items.length <= width ? [items] : grouped(items);
    let shift = 0;
    for (; nodes.length > 1; shift += bitsPerLevel) nodes = grouped(nodes);
    return new SlotTree(nodes[0] ?? [], shift, items.length);
  }

  /** How many slots are copied at most where one item is changed. */
  get path(): number {
    return width * (this.shift / bitsPerLevel + 1);
  }

  /** Trees with one identity hold the same items below the `end` of both. */
  get identity(): unknown[] {
    return this.root;
  }

  /** The item at `index`, in a tree of at most 32 indexes. */
  near(index: number): Item | undefined {
    return this.root[index] as Item | undefined;
  }

  /** The item at `index`, which must be below `end`; `undefined` where it was removed. */
  at(index: number): Item | undefined {
    let node: SlotNode | undefined = this.root;
    for (let { shift } = this; shift > 0 && node !== undefined; shift -= bitsPerLevel)
      node = node[slotOf(index, shift)] as SlotNode | undefined;
    return node?.[slotOf(index, 0)] as Item | undefined;
  }

  /** The tree with `item` added at the index `end`. */
  append(item: Item): SlotTree<Item> {
    const isFull = this.end === width << this.shift;
    const root = isFull ? [this.root] : this.root;
    const shift = isFull ? this.shift + bitsPerLevel : this.shift;
    return new SlotTree(appended(root, shift, this.end, item), shift, this.end + 1);
  }

  /** The first `end` indexes, sharing everything; of a tree from which nothing was removed. */
  truncated(end: number): SlotTree<Item> {
    return end === this.end ? this : new SlotTree(this.root, this.shift, end);
  }

  /** The tree with `item` in place of what stands at `index`. */
  replace(index: number, item: Item): SlotTree<Item> {
    return new SlotTree(changed(this.root, this.shift, index, item) ?? [], this.shift, this.end);
  }

  /** The tree without the item at `index`; the other items keep their indexes. */
  remove(index: number): SlotTree<Item> {
    return new SlotTree(
      changed(this.root, this.shift, index, undefined) ?? [],
      this.shift,
      this.end,
    );
  }

  /** Visits the items in order until `visit` answers false; whether all were visited. */
  every(visit: (item: Item) => boolean): boolean {
    return everyBelow(this.root, this.shift, this.end, visit as (item: unknown) => boolean);
  }
}

function grouped(items: readonly unknown[]): SlotNode[] {
  const nodes: SlotNode[] = [];
  for (let start = 0; start < items.length; start += width)
    nodes.push(items.slice(start, start + width));
  return nodes;
}

/**
 * `node` with `item` at `index`, behind everything in it. It is the same node when no other version
 * has used that slot.
 */
function appended(node: SlotNode, shift: number, index: number, item: unknown): SlotNode {
  const slot = slotOf(index, shift);
  const child = shift === 0 ? undefined : (node[slot] as SlotNode | undefined);
  const held =
    shift === 0
      ? item
      : appended(
          child ?? emptyUpTo(index, shift - bitsPerLevel),
          shift - bitsPerLevel,
          index,
          item,
        );
  if (child !== undefined && held === child) return node;
  const own = node.length === slot ? node : node.slice(0, slot);
  while (own.length < slot) own.push(undefined);
  own.push(held);
  return own;
}

/**
 * A node for `index` whose earlier slots are empty, because their items were removed or lie before
 * the start.
 */
function emptyUpTo(index: number, shift: number): SlotNode {
  return new Array<undefined>(slotOf(index, shift)).fill(undefined);
}

/** `node` with another item at `index`; `undefined` when nothing is left in it. */
function changed(
  node: SlotNode,
  shift: number,
  index: number,
  item: unknown,
): SlotNode | undefined {
  const slot = slotOf(index, shift);
  const copy = node.slice();
  copy[slot] =
    shift === 0 ? item : changed(node[slot] as SlotNode, shift - bitsPerLevel, index, item);
  return copy[slot] === undefined && copy.every((other) => other === undefined) ? undefined : copy;
}

function everyBelow(
  node: SlotNode,
  shift: number,
  end: number,
  visit: (item: unknown) => boolean,
): boolean {
  const slots = Math.min(node.length, Math.ceil(end / (1 << shift)));
  for (let slot = 0; slot < slots; slot++) {
    const item = node[slot];
    if (item === undefined) continue;
    const goesOn =
      shift === 0
        ? visit(item)
        : everyBelow(item as SlotNode, shift - bitsPerLevel, end - slot * (1 << shift), visit);
    if (!goesOn) return false;
  }
  return true;
}

function slotOf(index: number, shift: number): number {
  return (index >>> shift) & (width - 1);
}
