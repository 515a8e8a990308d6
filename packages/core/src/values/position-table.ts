// Maps hashes, which are 32-bit integers, to positions. It is one typed array, because a native Map
// of thousands takes ten times as long to fill. It is copied when it is half full; with a million
// hashes, that takes some milliseconds.
//
//   slots   [ hash position+1 | 0 0 | hash position+1 | … ]    a position+1 of 0 is a free slot

const fewest = 32;

/** Positions by hash. Each hash is set once. */
export class PositionTable {
  /** For `MapKeys`: the number of assigned positions, including those that are not set here. */
  claimed = 0;
  private count = 0;
  private slots = new Int32Array(2 * fewest);
  /** The difference in bits between a scrambled hash and a slot number. */
  private shift = Math.clz32(fewest) + 1;
  /**
   * An odd random number. Hashes can be chosen by whatever creates the keys, so they must not
   * predictably share slots.
   */
  // eslint-disable-next-line no-restricted-syntax -- it never shows in results
  private readonly scramble = (Math.random() * 0x1_0000_0000) | 1;

  get(hash: number): number | undefined {
    const slot = this.slotOf(hash);
    const found = this.slots[slot + 1] ?? 0;
    return found === 0 ? undefined : found - 1;
  }

  /** Sets a hash that doesn't exist yet. */
  set(hash: number, position: number): void {
    const { slots } = this;
    // Keep half of the slots free, so searches are short.
    if (++this.count > slots.length >> 2) {
      this.slots = new Int32Array(2 * slots.length);
      this.shift--;
      for (let slot = 0; slot < slots.length; slot += 2)
        if (slots[slot + 1] !== 0) this.put(slots[slot] ?? 0, slots[slot + 1] ?? 0);
    }
    this.put(hash, position + 1);
  }

  private put(hash: number, found: number): void {
    const slot = this.slotOf(hash);
    this.slots[slot] = hash;
    this.slots[slot + 1] = found;
  }

  /** Returns the slot of this hash, or the free slot for it. */
  private slotOf(hash: number): number {
    const { slots } = this;
    let slot = 2 * (Math.imul(hash ^ this.scramble, this.scramble) >>> this.shift);
    while (slots[slot + 1] !== 0 && slots[slot] !== hash) {
      slot += 2;
      if (slot === slots.length) slot = 0;
    }
    return slot;
  }
}
