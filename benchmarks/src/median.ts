// The median of some measurements, and their quartiles. A single slow round, such as one with a
// garbage collection, changes neither.

export interface Spread {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
}

export function median(values: readonly number[]): number {
  return spread(values).median;
}

/** Returns median and quartiles, each one of the values, or NaN for an empty list. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) };
}
