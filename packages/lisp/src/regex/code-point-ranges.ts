// Sets of code points as sorted ranges that neither touch nor overlap.

export type Range = readonly [first: number, last: number];
export type Ranges = readonly Range[];

const lastCodePoint = 0x10ffff;

export const allCodePoints: Ranges = [[0, lastCodePoint]];

/** Returns the ranges in order, joined where they touch or overlap. */
export function normalizedRanges(ranges: Ranges): Ranges {
  const joined: [number, number][] = [];
  for (const [first, last] of [...ranges].sort((left, right) => left[0] - right[0])) {
    const previous = joined.at(-1);
    if (previous !== undefined && first <= previous[1] + 1)
      previous[1] = Math.max(previous[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

export function complementRanges(ranges: Ranges): Ranges {
  const gaps: Range[] = [];
  let start = 0;
  for (const [first, last] of ranges) {
    if (first > start) gaps.push([start, first - 1]);
    start = last + 1;
  }
  if (start <= lastCodePoint) gaps.push([start, lastCodePoint]);
  return gaps;
}

export function unionRanges(left: Ranges, right: Ranges): Ranges {
  return normalizedRanges([...left, ...right]);
}

export function intersectRanges(left: Ranges, right: Ranges): Ranges {
  return complementRanges(unionRanges(complementRanges(left), complementRanges(right)));
}

/** True if the sorted `ranges` contain `codePoint`. Uses binary search. */
export function rangesHold(ranges: Ranges, codePoint: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const [first, last] = ranges[middle] ?? [0, -1];
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return true;
  }
  return false;
}

export function rangesOverlap(left: Ranges, right: Ranges): boolean {
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    const [leftFirst, leftLast] = left[i] ?? [0, -1];
    const [rightFirst, rightLast] = right[j] ?? [0, -1];
    if (leftFirst <= rightLast && rightFirst <= leftLast) return true;
    if (leftLast < rightLast) i++;
    else j++;
  }
  return false;
}
