// What `npm test` looks at in a sample, `.ci/run` looks at whole: it sets PTC_TESTS=full.

export const isFull = process.env["PTC_TESTS"] === "full";

/** Every so-manieth of the rows, from the `first` one on; all of them in a full run. */
export function sampled<Row>(rows: readonly Row[], every: number, first = 0): readonly Row[] {
  return isFull ? rows : rows.filter((_, index) => index % every === first);
}
