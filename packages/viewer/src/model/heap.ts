// A binary heap of numbers with values.

interface Entry {
  readonly order: number;
  readonly value: number;
}

export class Heap {
  private readonly entries: Entry[] = [];

  get least(): Entry | undefined {
    return this.entries[0];
  }

  push(order: number, value: number): void {
    const { entries } = this;
    let at = entries.length;
    const entry = { order, value };
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = entries[above];
      if (parent === undefined || parent.order <= order) break;
      entries[at] = parent;
      at = above;
    }
    entries[at] = entry;
  }

  /** Removes and returns the entry with the least order. */
  pop(): Entry | undefined {
    const { entries } = this;
    const [least] = entries;
    const last = entries.pop();
    if (least === undefined || last === undefined || entries.length === 0) return least;
    let at = 0;
    for (;;) {
      let below = at * 2 + 1;
      const [left, right] = [entries[below], entries[below + 1]];
      if (left !== undefined && right !== undefined && right.order < left.order) below += 1;
      const child = entries[below];
      if (child === undefined || child.order >= last.order) break;
      entries[at] = child;
      at = below;
    }
    entries[at] = last;
    return least;
  }
}
