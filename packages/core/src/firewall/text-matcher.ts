// Finds many texts in one text at once, in time proportional to the text alone, for any number and
// content of search texts. Source: Aho and Corasick, "Efficient string matching: an aid to
// bibliographic search", 1975.
//
// A node of the tree represents a prefix of a search text. Nodes are numbered level by level, so
// the children of a node are adjacent, in the order of their units. There is no hash table, so
// crafted data can't cause collisions. The fallback of a node is the node for the longest suffix of
// its prefix that is also a prefix of a search text.

import type { FoldedText } from "./folded-text.ts";

/** Receives each match: the units from `start` up to but not including `end`. */
export type FoundPlace = (start: number, end: number) => void;

export class TextMatcher {
  /** The search texts, in the order of their code units. */
  readonly sought: readonly string[];
  private readonly units: Uint16Array;
  /**
   * The children of a node are the nodes from its `firstChild` up to the `firstChild` of the next
   * node.
   */
  private readonly firstChild: Int32Array;
  private readonly fallback: Int32Array;
  /** The length of the prefix that the node represents, in units. */
  private readonly depth: Int32Array;
  /** The length of the longest search text that ends at the node, or 0. */
  private readonly longest: Int32Array;
  private count = 1;

  /** The number of nodes. */
  get size(): number {
    return this.count;
  }

  /** Creates a matcher for the folded texts `sought`. */
  constructor(sought: readonly string[]) {
    this.sought = [...new Set(sought)].sort();
    const size = this.sought.reduce((total, { length }) => total + length, 2);
    this.units = new Uint16Array(size);
    this.firstChild = new Int32Array(size);
    this.fallback = new Int32Array(size);
    this.depth = new Int32Array(size);
    this.longest = new Int32Array(size);
    this.grow();
  }

  /**
   * Calls `found` for each occurrence of a search text. `cuts` are positions at which text was
   * cut, in ascending order. Before a cut, a prefix of at least `shortest` units also matches.
   */
  search(
    { units, length }: FoldedText,
    cuts: readonly number[],
    shortest: number,
    found: FoundPlace,
  ): void {
    let node = 0;
    let cut = 0;
    for (let index = 0; index <= length; index++) {
      while (cuts[cut] === index) {
        const depth = at(this.depth, node);
        if (depth >= shortest) found(index - depth, index);
        cut++;
      }
      if (index === length) return;
      node = this.step(node, at(units, index));
      const whole = at(this.longest, node);
      if (whole > 0) found(index + 1 - whole, index + 1);
    }
  }

  private step(from: number, unit: number): number {
    for (let node = from; ; node = at(this.fallback, node)) {
      const next = this.child(node, unit);
      if (next !== 0 || node === 0) return next;
    }
  }

  /**
   * Returns the child of `node` for `unit`, or 0 if it doesn't exist. 0 is the root, which is
   * never a child.
   */
  private child(node: number, unit: number): number {
    let low = at(this.firstChild, node);
    let high = at(this.firstChild, node + 1) - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const difference = at(this.units, middle) - unit;
      if (difference === 0) return middle;
      if (difference < 0) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  }

  /**
   * Creates the nodes. Each node is created with the range of `sought` that starts with its
   * prefix; its children divide that range.
   */
  private grow(): void {
    const { sought } = this;
    const [parents, from, to] = [[0], [0], [sought.length]];
    for (let node = 0; node < this.count; node++) {
      this.firstChild[node] = this.count;
      const depth = at(this.depth, node);
      let index = from[node] ?? 0;
      const end = to[node] ?? 0;
      if (index < end && sought[index]?.length === depth) {
        if (depth > 0) this.longest[node] = depth;
        index++;
      }
      // The nodes that this reads are complete, because a fallback is always on a higher level.
      this.link(node, parents[node] ?? 0);
      while (index < end) {
        const unit = sought[index]?.charCodeAt(depth) ?? 0;
        const start = index;
        while (index < end && sought[index]?.charCodeAt(depth) === unit) index++;
        this.units[this.count] = unit;
        this.depth[this.count] = depth + 1;
        parents[this.count] = node;
        from[this.count] = start;
        to[this.count++] = index;
      }
    }
    this.firstChild[this.count] = this.count;
  }

  private link(node: number, parent: number): void {
    if (parent === 0) return;
    const fallback = this.step(at(this.fallback, parent), at(this.units, node));
    this.fallback[node] = fallback;
    this.longest[node] ||= at(this.longest, fallback);
  }
}

/** Returns an element that is known to exist. */
function at(list: Int32Array | Uint16Array, index: number): number {
  return list[index] as number;
}
