// A stable sort whose comparisons depend only on the data. Budgets count comparisons, and the
// `sort` of another host may make different ones.

/** Returns a sorted copy of `items`. Equal items keep their order. */
export function mergeSort<T>(items: readonly T[], compare: (left: T, right: T) => number): T[] {
  let from = items.slice();
  let to = items.slice();
  for (let width = 1; width < items.length; width *= 2) {
    for (let start = 0; start < items.length; start += 2 * width) {
      mergeRuns(
        from,
        to,
        start,
        Math.min(start + width, items.length),
        Math.min(start + 2 * width, items.length),
        compare,
      );
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Merges the runs [start, middle) and [middle, end) of `from` into `to`. */
function mergeRuns<T>(
  from: readonly T[],
  to: T[],
  start: number,
  middle: number,
  end: number,
  compare: (left: T, right: T) => number,
): void {
  let left = start;
  let right = middle;
  for (let target = start; target < end; target++) {
    const takesLeft =
      left < middle && (right >= end || compare(from[left] as T, from[right] as T) <= 0);
    to[target] = from[takesLeft ? left++ : right++] as T;
  }
}
