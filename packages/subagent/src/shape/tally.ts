// Counts how often each value of a field occurs, as long as there are few different values.

/** The maximum number of different values that are counted individually. */
const mostDifferent = 40;

export class Tally<Item> {
  /** The number of counted values. */
  total = 0;
  /** Created with the first value, because most tallies stay empty. */
  private counts: Map<Item, number> | undefined;
  private isFull = false;

  /** The different values, most frequent first; undefined if there are too many. */
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

  /** Counts a value that is too long to be distinguished from others. */
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
