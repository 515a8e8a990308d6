// Finds many texts in one at once, in time that grows with the text alone, however many there are
// and whatever they are. Source: Aho and Corasick, "Efficient string matching: an aid to
// bibliographic search", 1975.
//
// A node of the tree stands for the beginning of a text that is sought. Nodes are numbered level by
// level, so the children of a node lie side by side, in the order of their units; there is no table
// of hashes that data could be made to fill unevenly. The fallback of a node is the node for the
// longest end of its beginning which begins a text as well.

import type { FoldedText } from "./folded-text.ts";

/** Is told of each place that was found: units from `start` to before `end`. */
export type FoundPlace = (start: number, end: number) => void;

export class TextMatcher {
  /** The texts that are sought, in the order of their code units. */
  readonly sought: readonly string[];
  private readonly units: Uint16Array;
  /** The children of a node are those from its `firstChild` to before that of the next node. */
  private readonly firstChild: Int32Array;
  private readonly fallback: Int32Array;
  /** How many units of a beginning the node stands for. */
  private readonly depth: Int32Array;
  /** The length of the longest text that ends at the node; 0 where none does. */
  private readonly longest: Int32Array;
  private count = 1;

  /** How many nodes there are. */
  get size(): number {
    return this.count;
  }

  /** `sought` are folded texts. */
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
   * Tells `found` of each place of `text` where a text that is sought stands. `cuts` are places
   * behind which something is left out, in ascending order: there the beginning of a sought text is
   * found too, from `shortest` units.
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

  /** The child of `node` by `unit`; 0, the root and nobody's child, where there is none. */
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
   * Makes the nodes. A node is made with the part of `sought` that begins as it does; its children
   * divide that part.
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
      // What this reads is complete: a fallback stands on a level above.
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

/** An element that is known to be there. */
function at(list: Int32Array | Uint16Array, index: number): number {
  return list[index] as number;
}
