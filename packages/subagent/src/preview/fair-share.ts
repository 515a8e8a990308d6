// Divides room among parts that want different amounts of it.

/**
 * The largest whole number that every part may take up to. A part that wants less leaves the rest
 * to the others: `fairShare([5, 100, 100], 65)` is 30. The share is never below 0.
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
