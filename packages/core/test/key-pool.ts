// Keys for random changes of maps and sets. Each has a name, is created anew for every use if
// equality allows it, and differs from all others under `=`. Some of them have equal hashes.

import {
  hashValue,
  Keyword,
  RegexValue,
  Temporal,
  Vector,
  type Value,
} from "../src/values/index.ts";
import { TrieSet } from "../src/values/internal.ts";
import { mapOf } from "./arbitrary-value.ts";
import { AlikeFunction, NamedFunction } from "./named-function.ts";

export interface PooledKey {
  readonly name: string;
  readonly make: () => Value;
}

/**
 * Returns pairs of strings that start with `beginning` and have equal 32-bit hashes under `seed`,
 * found by trial.
 */
export function collidingStrings(
  seed: number,
  pairs: number,
  beginning = "key-",
): [string, string][] {
  const seen = new Map<number, string>();
  const found: [string, string][] = [];
  for (let index = 0; found.length < pairs; index++) {
    const text = `${beginning}${String(index)}`;
    const hash = hashValue(text, seed);
    const other = seen.get(hash);
    if (other !== undefined) found.push([other, text]);
    seen.set(hash, text);
  }
  return found;
}

function constant(name: string, key: Value): PooledKey {
  return { name, make: () => key };
}

export const keyPool: readonly PooledKey[] = [
  ...[
    null,
    true,
    false,
    "",
    "a",
    "__proto__",
    "constructor",
    "7",
    0,
    1,
    -1,
    0.5,
    Infinity,
    2 ** 53,
    2n ** 53n + 1n,
    2n ** 80n,
  ].map((key) => constant(`scalar ${typeof key} ${String(key)}`, key)),
  ...Array.from({ length: 12 }, (_, index) => constant(`number ${String(index + 2)}`, index + 2)),
  ...["a", "b", "nil", "true", "__proto__"].map((text) => ({
    name: `keyword ${text}`,
    make: () => new Keyword(text),
  })),
  { name: "empty vector", make: () => Vector.of<Value>([]) },
  { name: "vector", make: () => Vector.of<Value>([1, new Keyword("a")]) },
  { name: "set", make: () => TrieSet.of([1, 2]) },
  {
    name: "map",
    make: () =>
      mapOf([
        ["a", 1],
        ["b", 2],
      ]),
  },
  { name: "date", make: () => new Temporal("local-date", 1) },
  { name: "time of day", make: () => new Temporal("local-time", 1) },
  { name: "month of a year", make: () => new Temporal("year-month", 1) },
  ...["", "UTC", "GMT"].map((zone) => ({
    name: `time in zone ${zone}`,
    make: () => new Temporal("zoned-date-time", 1, 0, zone),
  })),
  { name: "time two hours east", make: () => new Temporal("zoned-date-time", 1, 7_200_000) },
  { name: "duration", make: () => new Temporal("duration", 1) },
  ...collidingStrings(0, 3)
    .flat()
    .map((text) => constant(`colliding ${text}`, text)),
  ...Array.from({ length: 6 }, (_, index) =>
    constant(`alike ${String(index)}`, new AlikeFunction("f")),
  ),
  // The same vector object with NaN in it is the same key, although NaN equals nothing.
  ...Array.from({ length: 6 }, (_, index) =>
    constant(`with NaN ${String(index)}`, Vector.of<Value>([NaN])),
  ),
  constant("around NaN", Vector.of<Value>([Vector.of<Value>([NaN])])),
  constant("function one", new NamedFunction("f")),
  constant("function two", new NamedFunction("f")),
  constant("pattern one", new RegexValue("a")),
  constant("pattern two", new RegexValue("a")),
];

/**
 * The two representations of one integer outside the safe range. They are equal, so they are one
 * key.
 */
export const twoSpellings = { double: 2 ** 53, bigint: 2n ** 53n } as const;
