// Divides room among parts that need different amounts of it.

/**
 * Returns the largest whole number that every part may use. Parts that need less leave the rest to
 * the others: `fairShare([5, 100, 100], 65)` is 30. The result is never negative.
 */
export function fairShare(wanted: readonly number[], room: number): number {
  let left = room;
  let others = wanted.length;
  for (const size of wanted.toSorted((one, other) => one - other)) {
    if (size * others > left) return Math.max(0, Math.floor(left / others));
    left -= size;
    others--;
  }
  return Math.max(0, room);
}
