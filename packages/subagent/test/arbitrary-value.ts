// Values for property tests: everything programs and hosts can make, including hostile texts,
// functions and shared structure.

import fc from "fast-check";
import { printBounded } from "@ptc/core/printing";
import {
  FunctionValue,
  Keyword,
  LazySequence,
  RegexValue,
  SymbolValue,
  Temporal,
  Vector,
  fromHost,
  type Value,
} from "@ptc/core/values";
import {
  MapBuilder,
  SortedMap,
  SortedSet,
  TrieSet,
  ascendingOrder,
  HostCrossing,
} from "@ptc/core/internal/values";

export class NamedFunction extends FunctionValue {
  readonly name: string | undefined;

  constructor(name?: string) {
    super();
    this.name = name;
  }
}

export function mapOf(pairs: readonly (readonly [Value, Value])[], hasFieldNames = false): Value {
  const builder = new MapBuilder();
  for (const [key, value] of pairs) builder.set(key, value);
  return builder.build(hasFieldNames);
}

const hostile = [
  "",
  "a",
  "_secret",
  "user/_id",
  "__proto__",
  "constructor",
  "...",
  "....",
  '"',
  "\\",
  "\n\u0000\u001b",
  "\ud800",
  "\u{1f600}".repeat(30),
  "#_",
  "#_(",
  "]",
  '"]',
  "</data>",
  "\u202e",
  "\u200b",
  "nil",
  "true",
  "7",
  "-1",
  "a b",
  "a:",
  ":a",
  "a/b/c",
  "'x",
  "#x",
  "\u{1f468}\u200d\u{1f469}",
  "x".repeat(3000),
  '"'.repeat(700),
  "\u00e9".repeat(600),
  "a\\",
];
const text = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: "binary", maxLength: 20 }));

const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(
    null,
    true,
    false,
    NaN,
    Infinity,
    -Infinity,
    -0,
    1e21,
    5e-324,
    0.005,
    -0.001,
    3.14159,
    2n ** 64n,
    -(10n ** 900n),
  ),
  fc.maxSafeInteger(),
  fc.double(),
  text,
  text.map((name) => new Keyword(name)),
  text.map((name) => new SymbolValue(name)),
  text.map((source) => new RegexValue(source)),
  fc.constantFrom<Value>(
    new NamedFunction(),
    new NamedFunction("total"),
    new NamedFunction("a b"),
    new NamedFunction("/"),
    new (class extends LazySequence {})(),
  ),
  fc.constantFrom<Value>(
    new Temporal("instant", 0),
    new Temporal("instant", 8.64e15),
    new Temporal("instant", -8.64e15),
    new Temporal("local-date", -1e8),
    new Temporal("local-date", 20_000),
    new Temporal("duration", 0.5),
    new Temporal("local-date-time", 1_767_882_600_000),
    new Temporal("local-time", 45_000_000),
    new Temporal("year-month", 672),
    new Temporal("offset-date-time", 1_767_882_600_000, -19_800_000),
    new Temporal("zoned-date-time", 1_767_882_600_000, 0, "UTC"),
    new Temporal("period", 14, -3, "1"),
    new Temporal("duration", -5_400_000),
  ),
);

/** Builds sixty levels, each of which contains the one below it twice. */
export function unfolding(wrap: (below: Value) => Value): Value {
  let value: Value = 1;
  for (let level = 0; level < 60; level++) value = wrap(value);
  return value;
}

const endless: fc.Arbitrary<Value> = fc.constantFrom(
  unfolding((below) => Vector.of([below, below])),
  unfolding((below) =>
    mapOf([
      ["a", below],
      ["b", below],
    ]),
  ),
  unfolding((below) => mapOf([[below, below]])),
  unfolding((below) => TrieSet.of([below, Vector.of([below])])),
  fromHost(Array.from({ length: 100_000 }, (_, id) => ({ id }))),
  fromHost(
    Object.fromEntries(
      Array.from({ length: 1000 }, (_, id) => [`k${String(id)}`, { id, _x: "secret" }]),
    ),
  ),
);

const arbitraryAnything: fc.Arbitrary<Value> = fc.letrec<{
  value: Value;
  pairs: [Value, Value][];
  items: Value[];
}>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium" },
    { arbitrary: scalar, weight: 6 },
    { arbitrary: endless, weight: 1 },
    tie("items").map((items) => Vector.of(items)),
    tie("items").map((items) => TrieSet.of(items)),
    fc
      .tuple(tie("pairs"), fc.boolean())
      .map(([pairs, hasFieldNames]) => mapOf(pairs, hasFieldNames)),
    fc
      .array(fc.tuple(text, tie("value")), { maxLength: 6 })
      .map((pairs) => SortedMap.of(pairs, ascendingOrder)),
    fc.array(text, { maxLength: 30 }).map((items) => SortedSet.of(items, ascendingOrder)),
    fc
      .dictionary(text, tie("value"), { maxKeys: 6 })
      .map((fields) => new HostCrossing().fromHost(fields)),
  ),
  items: fc.array(tie("value"), { maxLength: 14 }),
  pairs: fc.array(
    fc.tuple(
      fc.oneof(
        text,
        text.map((name) => new Keyword(name)),
        tie("value"),
      ),
      tie("value"),
    ),
    { maxLength: 14 },
  ),
})).value;

/** A value. Counterexamples print only its beginning, because the whole may be endless. */
export const arbitraryValue = arbitraryAnything.map((value) => ({
  value,
  [fc.toStringMethod]: () => printBounded(value, { maxCharacters: 1000 }).text,
}));
