// Counts how often each value of a place occurs, as long as there are few different ones.

/** So many different values are counted; a place with more has no list of them. */
const mostDifferent = 40;

export class Tally<Item> {
  /** How many values were counted. */
  total = 0;
  /** Made with the first value: most tallies stay empty. */
  private counts: Map<Item, number> | undefined;
  private isFull = false;

  /** The different values, the most frequent first; undefined when there are too many. */
  get byFrequency(): readonly (readonly [Item, number])[] | undefined {
    return this.isFull
      ? undefined
      : [...(this.counts ?? [])].sort((one, other) => other[1] - one[1]);
  }

  add(item: Item, times = 1): void {
    this.total += times;
    if (this.isFull) return;
    const counts = (this.counts ??= new Map<Item, number>());
    counts.set(item, (counts.get(item) ?? 0) + times);
    if (counts.size > mostDifferent) this.fill();
  }

  /** A value that is not told apart from others, because it is long. */
  addUncounted(): void {
    this.total += 1;
    this.fill();
  }

  addAll(other: Tally<Item>): void {
    for (const [item, times] of other.counts ?? []) this.add(item, times);
    if (!other.isFull) return;
    this.total += other.total;
    this.fill();
  }

  private fill(): void {
    this.isFull = true;
    this.counts = undefined;
  }
}
