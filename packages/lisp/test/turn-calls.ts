// Calls of a builtin with large data in the place of each argument, for `builtin-turns.test.ts`.

import type { Builtin } from "../src/builtins/builtin.ts";

/** The elements of each collection. */
export const largeCount = 9000;

/** Data of each kind: vectors of several elements, maps, a text and a set. */
export function dataOf(count: number): { readonly [name: string]: unknown } {
  const numbers = Array.from({ length: count }, (_, index) => (index * 7919) % (count + 1));
  return {
    numbers,
    same: [...numbers],
    pairs: numbers.map((number) => [`k${String(number)}`, number]),
    rows: numbers.map((a) => ({ a, b: a % 7 })),
    fields: Object.fromEntries(numbers.map((number) => [`k${String(number)}`, number])),
    text: "ab,1".repeat(count * 4),
    texts: numbers.map((number) => `t${String(number)}`),
    members: new Set(numbers),
    map: new Map(numbers.map((number) => [number, number])),
  };
}

const kinds = ["numbers", "pairs", "rows", "fields", "text", "texts", "members", "map"];
const others = ["identity", "1", '"a"', ":a", '#"a"', "{:a 1}", "[]", "nil"];
const pairsOfOthers: readonly (readonly [string, string])[] = [
  ["identity", "0"],
  ["0", "1"],
  ['"a"', '"b"'],
  [":a", "1"],
];

/** Returns calls with one to three arguments, of which one or two are large. */
export function callsOf(builtin: Builtin): readonly string[] {
  return kinds.flatMap((kind) => {
    const large = `data/${kind}`;
    const again = kind === "numbers" ? "data/same" : large;
    const lists = [
      [large],
      ...others.flatMap((other) => [
        [large, other],
        [other, large],
      ]),
      ["+", large],
      [large, again],
      ...pairsOfOthers.flatMap(([first, second]) => [
        [large, first, second],
        [first, second, large],
        [first, large, again],
      ]),
    ];
    return lists
      .filter((list) => builtin.accepts(list.length))
      .map((list) => `(${builtin.name} ${list.join(" ")})`);
  });
}
