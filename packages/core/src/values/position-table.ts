// The position of what has a hash, an integer of 32 bits. One typed array, because a native Map of
// thousands takes ten times as long to fill. It is copied when it is half full; a million hashes
// take some milliseconds then.
//
//   slots   [ hash position+1 | 0 0 | hash position+1 | … ]    a position+1 of 0 is a free slot

const fewest = 32;

/** Positions by hash; each hash is set once. */
export class PositionTable {
  /** For `MapKeys`: how many positions have been given away, also those that are not set here. */
  claimed = 0;
  private count = 0;
  private slots = new Int32Array(2 * fewest);
  /** By how many bits a scrambled hash is longer than the number of a slot. */
  private shift = Math.clz32(fewest) + 1;
  /**
   * An odd random number: hashes can be chosen by whoever makes keys, and must not meet in a slot.
   */
  private readonly scramble = (Math.random() * 0x1_0000_0000) | 1;

  get(hash: number): number | undefined {
    const slot = this.slotOf(hash);
    const found = this.slots[slot + 1] ?? 0;
    return found === 0 ? undefined : found - 1;
  }

  /** For a hash that is not there yet. */
  set(hash: number, position: number): void {
    const { slots } = this;
    // Half of the slots stay free, so that searches are short.
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

  /** Where this hash stands, or the free slot where it would. */
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
