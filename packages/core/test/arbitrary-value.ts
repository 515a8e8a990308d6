// Generators of language values for property tests. `data` values are equal to themselves and
// survive a round trip. NaN and values compared by identity don't, so they are excluded and have
// their own tests.

import fc from "fast-check";
import { Keyword, Temporal, Vector, type Value, type VectorKind } from "../src/values/index.ts";
import {
  HostCrossing,
  MapBuilder,
  SortedMap,
  SortedSet,
  TrieSet,
  ascendingOrder,
  descendingOrder,
  naturalOrder,
  type KeyOrder,
} from "../src/values/internal.ts";

const nastyTexts = [
  "",
  "a",
  "a-b",
  "a_b",
  ":a",
  "$map",
  "$fields",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "7",
  "07",
  "-0",
  "nil",
  "true",
  '"',
  "\\",
  "\n\u0000\u001b",
  "\ud800",
  "\u{1f600}",
  "##NaN",
  "user/id",
  " ",
  "then",
];

export const arbitraryText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...nastyTexts),
  fc.string({ unit: "binary", maxLength: 8 }),
);

const arbitraryKeyword: fc.Arbitrary<Keyword> = arbitraryText.map((text) => new Keyword(text));

/** Doubles, safe integers, and amounts beyond the safe range both as doubles and as bigints. */
export const arbitraryNumber: fc.Arbitrary<number | bigint> = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, Infinity, -Infinity, 2 ** 53, -(2 ** 53), 2 ** 70, 1e21, 5e-324),
  fc.constantFrom(2n ** 53n, -(2n ** 53n), 2n ** 53n + 1n, 2n ** 70n),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 100n }),
);

function arbitraryZoned(kind: "offset-date-time" | "zoned-date-time"): fc.Arbitrary<Temporal> {
  return fc
    .tuple(
      fc.integer({ min: -8_639_000_000_000_000, max: 8_639_000_000_000_000 }),
      fc.integer({ min: -64_800, max: 64_800 }),
    )
    .map(([amount, seconds]) => new Temporal(kind, amount, seconds * 1000));
}

export const arbitraryTemporal: fc.Arbitrary<Temporal> = fc.oneof(
  fc
    .integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 })
    .map((amount) => new Temporal("instant", amount)),
  fc
    .integer({ min: -100_000_000, max: 100_000_000 })
    .map((amount) => new Temporal("local-date", amount)),
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((amount) => new Temporal("duration", amount)),
  fc
    .integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 })
    .map((amount) => new Temporal("local-date-time", amount)),
  fc.integer({ min: 0, max: 86_399_999 }).map((amount) => new Temporal("local-time", amount)),
  fc
    .integer({ min: -3_285_000, max: 3_285_000 })
    .map((amount) => new Temporal("year-month", amount)),
  arbitraryZoned("offset-date-time"),
  arbitraryZoned("zoned-date-time"),
  fc
    .constantFrom("UTC", "GMT", "UT", "Etc/UTC")
    .map((zone) => new Temporal("zoned-date-time", 1_767_882_600_000, 0, zone)),
  fc
    .tuple(fc.integer(), fc.integer(), fc.integer())
    .map(
      ([years, months, days]) => new Temporal("period", years * 12 + months, days, String(years)),
    ),
);

const arbitraryScalar: fc.Arbitrary<Value> = fc.oneof(
  { arbitrary: fc.constantFrom(null, true, false), weight: 1 },
  { arbitrary: arbitraryNumber, weight: 3 },
  { arbitrary: arbitraryText, weight: 3 },
  { arbitrary: arbitraryKeyword, weight: 3 },
  { arbitrary: arbitraryTemporal, weight: 1 },
);

/** Returns a map of `pairs`, as made by a program or as from the host. */
export function mapOf(pairs: readonly (readonly [Value, Value])[], hasFieldNames = false) {
  const builder = new MapBuilder();
  for (const [key, value] of pairs) builder.set(key, value);
  return builder.build(hasFieldNames);
}

function arbitraryHostObject(value: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc
    .dictionary(arbitraryText, value, { maxKeys: 4 })
    .map((fields) => new HostCrossing().fromHost(fields));
}

/** Generates keys for a sorted collection, with an order in which all of them are comparable. */
export function arbitraryKeys(
  maxLength: number,
): fc.Arbitrary<{ readonly keys: Value[]; readonly order: KeyOrder }> {
  const anyOrder = fc.constantFrom(naturalOrder, ascendingOrder, descendingOrder);
  const keys = (key: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> => fc.array(key, { maxLength });
  const withNil = (key: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> =>
    keys(fc.oneof({ arbitrary: key, weight: 9 }, fc.constant(null)));
  return fc.oneof(
    fc
      .record({ keys: keys(fc.oneof(arbitraryNumber, arbitraryText)), order: anyOrder })
      .map(({ keys: mixed, order }) => ({
        keys: mixed.filter((key) => (typeof key === "string") === (typeof mixed[0] === "string")),
        order,
      })),
    fc.record({
      keys: fc.oneof(
        withNil(arbitraryKeyword),
        withNil(fc.boolean()),
        withNil(
          fc.array(arbitraryNumber, { maxLength: 3 }).map((items) => Vector.of<Value>(items)),
        ),
      ),
      order: fc.constant(naturalOrder),
    }),
  );
}

/**
 * Generates values made of data: scalars, vectors, maps of the program and of the host, and sets,
 * including sorted ones, a few levels deep.
 */
export const arbitraryData: fc.Arbitrary<Value> = fc.letrec<{
  value: Value;
  pairs: [Value, Value][];
}>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    arbitraryScalar,
    fc.array(tie("value"), { maxLength: 4 }).map((items) => Vector.of<Value>(items)),
    fc.array(tie("value"), { maxLength: 4 }).map((items) => TrieSet.of(items)),
    fc
      .tuple(tie("pairs"), fc.boolean())
      .map(([pairs, hasFieldNames]) => mapOf(pairs, hasFieldNames)),
    fc
      .array(fc.tuple(arbitraryText, tie("value")), { maxLength: 4 })
      .map((pairs) => mapOf(pairs, true)),
    fc
      .tuple(arbitraryKeys(6), tie("value"), fc.boolean())
      .map(([{ keys, order }, value, hasFieldNames]) =>
        SortedMap.of(
          keys.map((key, index) => [key, index === 0 ? value : index] as const),
          order,
        ).withFieldNames(hasFieldNames),
      ),
    arbitraryKeys(4).map(({ keys, order }) => SortedSet.of(keys, order)),
    fc
      .tuple(
        fc.array(tie("value"), { maxLength: 4 }),
        fc.constantFrom<VectorKind>("vector", "list", "sequence", "queue"),
      )
      .map(([items, kind]) => Vector.of<Value>(items, kind).ofFields()),
    fc.array(tie("value"), { maxLength: 4 }).map((items) => TrieSet.of(items).ofFields()),
    arbitraryKeys(4).map(({ keys, order }) => SortedSet.of(keys, order).ofFields()),
    arbitraryHostObject(tie("value")),
  ),
  pairs: fc.array(fc.tuple(fc.oneof(arbitraryKeyword, arbitraryText, tie("value")), tie("value")), {
    maxLength: 12,
  }),
})).value;
