// "Did you mean": the names closest to a misspelled one.

/**
 * Only this many characters of a name are compared, so that a very long name from outside is not
 * expensive.
 */
const maximumLength = 64;

/**
 * At most `count` names of `candidates` within a third of the name's length (at least two edits),
 * nearest first.
 */
export function nearestNames(name: string, candidates: Iterable<string>, count = 3): string[] {
  const target = name.slice(0, maximumLength).toLowerCase();
  const bound = Math.max(2, Math.floor(target.length / 3));
  const near: { name: string; distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    if (Math.abs(candidate.length - target.length) > bound) continue;
    const distance = editDistance(target, candidate.toLowerCase());
    if (distance <= bound && distance < target.length) near.push({ name: candidate, distance });
  }
  near.sort((left, right) => left.distance - right.distance || (left.name < right.name ? -1 : 1));
  return near.slice(0, count).map((entry) => entry.name);
}

/** "did you mean `a` or `b`?", or `undefined` when nothing is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const names = nearestNames(name, candidates);
  return names.length === 0
    ? undefined
    : `did you mean ${names.map((near) => `\`${near}\``).join(" or ")}?`;
}

/** Edits (insert, delete, replace, swap neighbours) between two words. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
      );
      if (
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1]
      ) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? Infinity;
}
