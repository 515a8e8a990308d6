// A persistent array as a tree of nodes with 32 slots. It stores the entries of a map in insertion
// order, and the elements of a long vector that is changed in more than one way. A new version
// costs at most one path of nodes, from any version. Appending to the newest version only fills a
// slot, because versions share nodes as vectors share their array. Removing an item leaves an empty
// slot; a node with only empty slots is dropped.
//
//   root    [ · · · ]          an item keeps its index for life
//             |   \            end: the first index no version before this one has used
//     [ e0 e1 _ … ] [ e32 . ]  slots from `end` on may belong to a newer version: never read, written only when unclaimed

const bitsPerLevel = 5;
const width = 32;

/**
 * At shift 0 the slots contain items, above it nodes. A used slot is never overwritten in place.
 */
type SlotNode = unknown[];

/** Items, never `undefined`. Immutable up to its own `end`. */
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

  /** The maximum number of slots copied to change one item. */
  get path(): number {
    return width * (this.shift / bitsPerLevel + 1);
  }

  /** Trees with the same identity have the same items below the `end` of both. */
  get identity(): unknown[] {
    return this.root;
  }

  /** Returns the item at `index` in a tree of at most 32 indexes. */
  near(index: number): Item | undefined {
    return this.root[index] as Item | undefined;
  }

  /** Returns the item at `index`, which must be below `end`, or `undefined` if it was removed. */
  at(index: number): Item | undefined {
    let node: SlotNode | undefined = this.root;
    for (let { shift } = this; shift > 0 && node !== undefined; shift -= bitsPerLevel)
      node = node[slotOf(index, shift)] as SlotNode | undefined;
    return node?.[slotOf(index, 0)] as Item | undefined;
  }

  /** Returns the tree with `item` added at the index `end`. */
  append(item: Item): SlotTree<Item> {
    const isFull = this.end === width << this.shift;
    const root = isFull ? [this.root] : this.root;
    const shift = isFull ? this.shift + bitsPerLevel : this.shift;
    return new SlotTree(appended(root, shift, this.end, item), shift, this.end + 1);
  }

  /**
   * Returns the first `end` indexes and shares all nodes. Only for a tree from which nothing was
   * removed.
   */
  truncated(end: number): SlotTree<Item> {
    return end === this.end ? this : new SlotTree(this.root, this.shift, end);
  }

  /** Returns the tree with the item at `index` replaced by `item`. */
  replace(index: number, item: Item): SlotTree<Item> {
    return new SlotTree(changed(this.root, this.shift, index, item) ?? [], this.shift, this.end);
  }

  /** Returns the tree without the item at `index`. The other items keep their indexes. */
  remove(index: number): SlotTree<Item> {
    return new SlotTree(
      changed(this.root, this.shift, index, undefined) ?? [],
      this.shift,
      this.end,
    );
  }

  /**
   * Calls `visit` for the items in order until it returns false. Returns true if all were visited.
   */
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
 * Returns `node` with `item` at `index`, after all its other items. Returns the same node if no
 * other version has used that slot.
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
 * Returns a node for `index` with empty earlier slots, because their items were removed or are
 * before the start.
 */
function emptyUpTo(index: number, shift: number): SlotNode {
  return new Array<undefined>(slotOf(index, shift)).fill(undefined);
}

/** Returns `node` with another item at `index`, or `undefined` if the node is empty then. */
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
