// Structures that are small in memory because parts are shared, but huge when unfolded. Walks have
// to remember visited parts, or be bounded.

import { Vector, type Value } from "../src/values/index.ts";
import { TrieSet } from "../src/values/trie-set.ts";
import { mapOf } from "./arbitrary-value.ts";

/** Creates `levels` collections, each containing the previous one twice: 2^levels leaves. */
export const unfoldings: readonly {
  readonly kind: string;
  readonly make: (levels: number) => Value;
}[] = [
  { kind: "vectors", make: (levels) => grow(levels, (below) => Vector.of([below, below])) },
  {
    kind: "maps",
    make: (levels) =>
      grow(levels, (below) =>
        mapOf([
          ["a", below],
          ["b", below],
        ]),
      ),
  },
  { kind: "maps in keys", make: (levels) => grow(levels, (below) => mapOf([[below, below]])) },
  {
    kind: "sets",
    make: (levels) => grow(levels, (below) => TrieSet.of([below, Vector.of([below])])),
  },
];

/** Creates `levels` collections, each inside the next. */
export const towers: typeof unfoldings = [
  { kind: "vectors", make: (levels) => grow(levels, (below) => Vector.of([below])) },
  { kind: "maps", make: (levels) => grow(levels, (below) => mapOf([["a", below]])) },
  { kind: "host maps", make: (levels) => grow(levels, (below) => mapOf([["a", below]], true)) },
  // Uses `assoc`, which doesn't hash the content, as for literals in a program.
  { kind: "maps in keys", make: (levels) => grow(levels, (below) => mapOf([]).assoc(below, 1)) },
  { kind: "sets", make: (levels) => grow(levels, (below) => TrieSet.of([]).add(below)) },
];

function grow(levels: number, wrap: (below: Value) => Value): Value {
  let value: Value = 1;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}
