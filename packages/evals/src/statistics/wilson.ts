// The interval of a rate, by E. B. Wilson, "Probable inference, the law of succession, and
// statistical inference", Journal of the American Statistical Association 22 (1927), 209-212. It
// stays within 0 and 1, and is useful for few runs and for rates near 0 and 1.

/** The normal quantile of a two-sided interval of 95%. */
const quantileOf95 = 1.959963984540054;

/** A number that lies between two bounds with 95% confidence. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the 95% interval of the rate that `passed` of `runs` estimates. From 0 to 1 without runs.
 */
export function wilsonInterval(passed: number, runs: number): Interval {
  if (runs === 0) return { low: 0, high: 1 };
  const rate = passed / runs;
  const square = quantileOf95 * quantileOf95;
  const scale = 1 + square / runs;
  const center = (rate + square / (2 * runs)) / scale;
  const half =
    (quantileOf95 * Math.sqrt((rate * (1 - rate)) / runs + square / (4 * runs * runs))) / scale;
  // Rounding must not exclude a rate of 0 or 1.
  return {
    low: passed === 0 ? 0 : Math.max(0, center - half),
    high: passed === runs ? 1 : Math.min(1, center + half),
  };
}
