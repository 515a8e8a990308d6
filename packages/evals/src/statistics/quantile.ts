// Quantiles of measured numbers.

/**
 * Returns the number below which the given share of `numbers` lies, interpolated between two
 * neighbors (type 7 of R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The
 * American Statistician 50 (1996), 361-365). 0 without numbers.
 */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  const place = (sorted.length - 1) * share;
  const lower = sorted[Math.floor(place)] ?? 0;
  const upper = sorted[Math.ceil(place)] ?? 0;
  return lower + (upper - lower) * (place - Math.floor(place));
}
