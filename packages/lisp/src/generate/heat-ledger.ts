// Remembers how much work the latest functions and loops have taken, by a hash of their text. A
// collision only means that two texts are considered hot a little sooner.

const mostEntries = 512;

class HeatLedger {
  private readonly work = new Map<number, number>();

  keyOf(text: string): number {
    let key = text.length;
    for (let index = 0; index < text.length; index++)
      key = (Math.imul(key, 31) + text.charCodeAt(index)) | 0;
    return key;
  }

  /** Adds to the work of `key`, and returns the total. */
  add(key: number, work: number): number {
    const total = (this.work.get(key) ?? 0) + work;
    // Reinsert the entry, so that the latest entries come last.
    this.work.delete(key);
    this.work.set(key, total);
    if (this.work.size > mostEntries)
      for (const oldest of this.work.keys()) {
        this.work.delete(oldest);
        break;
      }
    return total;
  }
}

export const heatLedger: HeatLedger = /* @__PURE__ */ new HeatLedger();
