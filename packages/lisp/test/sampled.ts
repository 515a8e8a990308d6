// Sample sizes of slow suites: `npm test` runs a sample, and `.ci/run` sets PTC_TESTS=full to run
// them in full. Suites that take a quarter of an hour run in full only with PTC_TESTS=whole.

const wanted = process.env["PTC_TESTS"];

export const isWhole = wanted === "whole";
export const isFull = wanted === "full" || isWhole;

/**
 * Returns every nth row, starting with `first`. In a full run, returns every `everyInFull`th row,
 * by default all, and in a whole run all rows.
 */
export function sampled<Row>(
  rows: readonly Row[],
  every: number,
  first = 0,
  everyInFull = 1,
): readonly Row[] {
  const step = isWhole ? 1 : isFull ? everyInFull : every;
  return rows.filter((_, index) => index % step === first % step);
}
