// Remembers how much work the latest functions and loops have taken, by their text. Texts stand in
// it as numbers: two that meet in one number are taken for hot a little sooner, nothing else.

const mostEntries = 512;

class HeatLedger {
  private readonly work = new Map<number, number>();

  keyOf(text: string): number {
    let key = text.length;
    for (let index = 0; index < text.length; index++)
      key = (Math.imul(key, 31) + text.charCodeAt(index)) | 0;
    return key;
  }

  /** Adds to the work of `key`, and answers with all of it. */
  add(key: number, work: number): number {
    const total = (this.work.get(key) ?? 0) + work;
    // The latest stand last.
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
