// How room is divided among those that want parts of it.

/**
 * The largest share, a whole number, of which all can have one: whoever wants less leaves the rest
 * to the others. `fairShare([5, 100, 100], 65)` is 30. Never below 0.
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
