// Numbers that depend only on a seed, and choices made with them.

/** Returns a number from 0 up to but not including 1. */
export type Random = () => number;

/** Source: mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns an integer from 0 up to but not including `bound`. */
export function below(bound: number, random: Random): number {
  return Math.floor(random() * bound);
}

export function pick<Item>(items: readonly Item[], random: Random): Item {
  // The index is in range because `random` is below 1.
  return items[below(items.length, random)] as Item;
}
