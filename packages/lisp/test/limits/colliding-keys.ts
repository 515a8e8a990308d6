// Vectors whose hashes collide under the first function of the family, built as an attacker would.
// For each position it finds two pairs of numbers that produce the same hash state. Any choice
// between them gives the same hash.

import { Vector, hashValue, type Value } from "@ptc/core/values";

/** Returns `2 ** places` distinct arrays of integers. */
export function collidingKeys(places: number): readonly (readonly number[])[] {
  const length = 2 * places;
  const hashWith = (start: readonly number[]): number =>
    hashValue(Vector.of<Value>([...start, ...new Array<number>(length - start.length).fill(0)]), 0);
  let keys: readonly (readonly number[])[] = [[]];
  for (let place = 0; place < places; place++) {
    const [before = []] = keys;
    const seen = new Map<number, readonly number[]>();
    for (let try_ = 0; ; try_++) {
      const pair = [try_, try_ * 7 + 1];
      const hash = hashWith([...before, ...pair]);
      const other = seen.get(hash);
      if (other !== undefined) {
        keys = keys.flatMap((key) => [
          [...key, ...pair],
          [...key, ...other],
        ]);
        break;
      }
      seen.set(hash, pair);
    }
  }
  return keys;
}
