// The percentile bootstrap of B. Efron, "Bootstrap methods: another look at the jackknife", The
// Annals of Statistics 7 (1979), 1-26: the mean of paired differences, over samples with
// replacement.

import { quantile } from "./quantile.ts";
import { Random } from "./random.ts";
import type { Interval } from "./wilson.ts";

/** The mean of differences with its interval of 95%. */
export interface MeanDifference extends Interval {
  readonly mean: number;
  readonly pairs: number;
}

const usualSamples = 2_000;
/** Each sample draws as many pairs as there are, so the work is bounded for large suites. */
const mostDraws = 20_000_000;

/**
 * Returns the mean of `differences`, one for each pair, and its 95% interval. Equal seeds give
 * equal intervals. Undefined without differences.
 */
export function bootstrapMean(
  differences: readonly number[],
  { seed = 1, samples = usualSamples }: { readonly seed?: number; readonly samples?: number } = {},
): MeanDifference | undefined {
  const pairs = differences.length;
  if (pairs === 0) return undefined;
  const random = new Random(seed);
  const rounds = Math.max(200, Math.min(samples, Math.floor(mostDraws / pairs)));
  const means = Array.from({ length: rounds }, () => {
    let sum = 0;
    for (let draw = 0; draw < pairs; draw++) sum += differences[random.below(pairs)] ?? 0;
    return sum / pairs;
  });
  return {
    mean: differences.reduce((sum, difference) => sum + difference, 0) / pairs,
    low: quantile(means, 0.025),
    high: quantile(means, 0.975),
    pairs,
  };
}
