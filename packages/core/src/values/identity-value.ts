// Hashes of values that are compared by identity: functions and similar values, and collections
// that contain NaN. Each has its own hash, so a map with many of them as keys is as fast as one
// with many strings. The number is random, because a counter would be state shared by all runs. It
// is never shown and doesn't affect any order.

/** The base class of values that are equal only to themselves. */
export abstract class IdentityValue {
  /** Declared without a value, so a value that is never used as a key costs nothing extra. */
  declare private drawn: number | undefined;

  /** A 32-bit number that stays the same during the lifetime of the value. */
  get identityHash(): number {
    return (this.drawn ??= draw());
  }
}

/** Created on the first call of `identityHashOf`, which most processes never make. */
let drawnFor: WeakMap<object, number> | undefined = undefined;

/** Returns such a number for any object, for example for the array that several vectors view. */
export function identityHashOf(object: object): number {
  drawnFor ??= new WeakMap();
  let drawn = drawnFor.get(object);
  if (drawn === undefined) drawnFor.set(object, (drawn = draw()));
  return drawn;
}

function draw(): number {
  // eslint-disable-next-line no-restricted-syntax -- the seed of a hash, which never shows
  return (Math.random() * 0x1_0000_0000) | 0;
}
