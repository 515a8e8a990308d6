// Random choices determined by a seed alone, so that a seed gives the same data and the same
// intervals on every machine.

/** A small generator of 32-bit numbers (mulberry's recurrence) with the choices of data makers. */
export class Random {
  private state: number;

  constructor(seed: number) {
    // Otherwise neighboring seeds would start with similar numbers.
    this.state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ (seed >>> 13);
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  fraction(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer from 0 to `bound` - 1. */
  below(bound: number): number {
    return Math.floor(this.fraction() * bound);
  }

  /** Returns true with the given probability. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** Returns one of `items`, which must not be empty. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  }
}
