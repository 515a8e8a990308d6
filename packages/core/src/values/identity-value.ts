// What values that are compared by identity have in common: a hash of their own, so that a map
// keyed by many functions is as fast as one keyed by many strings. The number is drawn and not
// counted, because a counter would be shared state; it is never shown and decides no order.

/** Base of values that are equal to themselves only. */
export abstract class IdentityValue {
  /** Declared without a value: one that never becomes a key pays nothing for it. */
  declare private drawn: number | undefined;

  /** 32 bits that stay the same for as long as the value lives. */
  get identityHash(): number {
    return (this.drawn ??= (Math.random() * 0x1_0000_0000) | 0);
  }
}
