// Sample sizes of slow suites: `npm test` runs a sample, and `.ci/run` sets PTC_TESTS=full to run
// them in full. Suites that take a quarter of an hour run in full only with PTC_TESTS=whole.

const wanted = process.env["PTC_TESTS"];

export const isWhole = wanted === "whole";
export const isFull = wanted === "full" || isWhole;

/** Returns every nth row, starting with `first`, or all rows in a full run. */
export function sampled<Row>(rows: readonly Row[], every: number, first = 0): readonly Row[] {
  return isFull ? rows : rows.filter((_, index) => index % every === first);
}
