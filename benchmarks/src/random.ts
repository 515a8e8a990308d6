// Random order that is the same in every run of a benchmark.

/** Returns a generator of numbers in [0, 1) that depend only on the seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the items in random order. */
export function shuffled<T>(items: readonly T[], random: () => number): readonly T[] {
  const order = items.map((item) => ({ item, rank: random() }));
  return order.sort((left, right) => left.rank - right.rank).map(({ item }) => item);
}
