// The base of values that are compared by identity. Each has a hash of its own, so that a map with
// many functions as keys is as fast as one with many strings. The number is random, because a
// counter would be state shared by all runs; it is never shown and decides no order.

/** Base of values that are equal to themselves only. */
export abstract class IdentityValue {
  /** Declared without a value, so that a value that never becomes a key pays nothing for it. */
  declare private drawn: number | undefined;

  /** A 32-bit number that stays the same for as long as the value lives. */
  get identityHash(): number {
    return (this.drawn ??= (Math.random() * 0x1_0000_0000) | 0);
  }
}
