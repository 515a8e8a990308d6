// Hashes of values that are compared by identity: functions and their like, and collections with
// NaN in them. Each has a hash of its own, so that a map with many of them as keys is as fast as
// one with many strings. The number is random, because a counter would be state shared by all runs;
// it is never shown and decides no order.

/** Base of values that are equal to themselves only. */
export abstract class IdentityValue {
  /** Declared without a value, so that a value that never becomes a key pays nothing for it. */
  declare private drawn: number | undefined;

  /** A 32-bit number that stays the same for as long as the value lives. */
  get identityHash(): number {
    return (this.drawn ??= draw());
  }
}

/** Made when the first object is asked about, which most processes never do. */
let drawnFor: WeakMap<object, number> | undefined = undefined;

/** The same for any object, such as the array that several vectors are views of. */
export function identityHashOf(object: object): number {
  drawnFor ??= new WeakMap();
  let drawn = drawnFor.get(object);
  if (drawn === undefined) drawnFor.set(object, (drawn = draw()));
  return drawn;
}

function draw(): number {
  return (Math.random() * 0x1_0000_0000) | 0;
}
