// The exact test of Q. McNemar, "Note on the sampling error of the difference between correlated
// proportions or percentages", Psychometrika 12 (1947), 153-157. Under the hypothesis that two
// variants are equally good, each discordant pair is a fair coin.

/**
 * Returns the two-sided probability of a difference at least as large as the given one, if both
 * variants were equally good. `onlyLeft` is the number of pairs in which only the left one passed,
 * `onlyRight` that in which only the right one did. 1 without such pairs.
 */
export function mcnemarExact(onlyLeft: number, onlyRight: number): number {
  const pairs = onlyLeft + onlyRight;
  const smaller = Math.min(onlyLeft, onlyRight);
  if (pairs === 0 || onlyLeft === onlyRight) return 1;
  // Binomial coefficients relative to the one in the middle: they never overflow, and the small
  // ones become 0.
  const middle = Math.floor(pairs / 2);
  let weight = 1;
  let all = 1;
  let tail = middle <= smaller ? 1 : 0;
  for (let index = middle; index > 0; index--) {
    weight *= index / (pairs - index + 1);
    all += weight;
    if (index - 1 <= smaller) tail += weight;
  }
  weight = 1;
  for (let index = middle; index < pairs; index++) {
    weight *= (pairs - index) / (index + 1);
    all += weight;
  }
  return Math.min(1, (2 * tail) / all);
}
