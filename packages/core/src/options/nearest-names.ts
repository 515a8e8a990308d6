// "Did you mean" suggestions: the names closest to a misspelled one.

/**
 * The maximum number of characters of a name that are compared, so a very long name from outside
 * is not expensive.
 */
const maximumLength = 64;

/**
 * The maximum number of distance table cells that one search fills. In a search among very many
 * names, the last ones are skipped.
 */
const maximumCells = 200_000;

/**
 * Returns at most `count` of the `candidates` within `most` edits, nearest first. By default, that
 * is a third of the name's length, at least two. The work is bounded for any number of candidates,
 * so late ones among tens of thousands may be skipped.
 */
export function nearestNames(
  name: string,
  candidates: Iterable<string>,
  count = 3,
  most?: number,
): string[] {
  const target = name.slice(0, maximumLength).toLowerCase();
  const bound = most ?? Math.max(2, Math.floor(target.length / 3));
  const near = new Map<string, number>();
  let cells = 0;
  for (const candidate of candidates) {
    if (++cells > maximumCells) break;
    if (Math.abs(candidate.length - target.length) > bound || near.has(candidate)) continue;
    cells += target.length * (2 * bound + 1);
    const distance = editDistance(target, candidate.toLowerCase(), bound);
    if (distance <= bound && distance < target.length) near.set(candidate, distance);
  }
  return [...near]
    .sort(([left, before], [right, after]) => before - after || (left < right ? -1 : 1))
    .slice(0, count)
    .map(([found]) => found);
}

/** Returns "did you mean `a` or `b`?", or `undefined` if no name is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const names = nearestNames(name, candidates);
  return names.length === 0
    ? undefined
    : `did you mean ${names.map((near) => `\`${near}\``).join(" or ")}?`;
}

/**
 * Returns the number of edits (insert, delete, replace, swap neighbors) between two words, or
 * Infinity if there are more than `bound`. Fills only the cells of the table within the bound.
 */
function editDistance(left: string, right: string, bound: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current: number[] = [row];
    let least = row;
    const end = Math.min(right.length, row + bound);
    for (let column = Math.max(1, row - bound); column <= end; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (last[column - 1] ?? Infinity) + (same ? 0 : 1),
        (last[column] ?? Infinity) + 1,
        (current[column - 1] ?? Infinity) + 1,
      );
      if (
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1]
      ) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? Infinity) + 1);
      }
      current[column] = cost;
      least = Math.min(least, cost);
    }
    if (least > bound) return Infinity;
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? Infinity;
}
