// Rounding, random numbers and the constants of `Math`. Whole results are integers, because there
// is one kind of number. Roots, powers and angles are in powers.ts, bit operations in
// bit-operations.ts, and conversions in number-conversions.ts.

import { equals, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { roundToPlaces } from "./round-to-places.ts";
import { bitRows } from "./bit-operations.ts";
import { conversionRows } from "./number-conversions.ts";
import { numeric, type Numeric } from "./numbers.ts";
import { row, type Arities, type BuiltinRow, type Names } from "../row.ts";

/**
 * Returns the arities of a rounding function. Integers, infinities and NaN are unchanged (DIV-42,
 * DIV-43). Never returns negative zero.
 */
function rounding(name: string, round: (value: number) => number): Arities {
  const apply = (value: Numeric): Numeric => (typeof value === "bigint" ? value : round(value) + 0);
  return { 1: (_, value) => apply(numeric(value, name)) };
}

/** Rounds to the nearest integer, halves away from zero. */
function roundHalfAway(value: number): number {
  const whole = Math.trunc(value);
  return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole;
}

/** The range of Java's longs, and the first double beyond it. */
const leastLong = -9_223_372_036_854_775_808n;
const greatestLong = 9_223_372_036_854_775_807n;
const beyondLongs = Number(greatestLong);

/** Rounds to a long like Java, also for ##NaN and for numbers out of range. */
function javaRound(value: Numeric): Numeric {
  if (typeof value === "bigint") return value;
  if (Number.isNaN(value)) return 0;
  const rounded = Math.round(value);
  if (Number.isSafeInteger(rounded)) return rounded + 0;
  if (rounded >= beyondLongs) return greatestLong;
  return rounded < -beyondLongs ? leastLong : BigInt(rounded);
}

const roundingRows: readonly BuiltinRow[] = [
  row("round", ["(round x)", "(round x places)"], {
    doc: "Rounds to the nearest integer, or to decimal places; halves away from zero.",
    example: ["(round 2.345 2)", "2.35"],
    clojure: false,
    readsElements: false,
    arities: {
      ...rounding("round", roundHalfAway),
      2: (_, value, places) => roundToPlaces(numeric(value, "round"), places),
    },
  }),
  row(["Math/round", "clojure.math/round"], "(Math/round x)", {
    doc: "Rounds to the nearest integer, halves up, like Java: ##NaN to 0, within -2^63 and 2^63 - 1.",
    example: ["(Math/round -2.5)", "-2"],
    readsElements: false,
    arities: { 1: (_, value) => javaRound(numeric(value, "Math/round")) },
  }),
  row(["floor", "Math/floor", "clojure.math/floor"], "(floor x)", {
    doc: "Rounds down.",
    example: ["(floor -2.5)", "-3"],
    readsElements: false,
    arities: rounding("floor", Math.floor),
  }),
  row(["ceil", "Math/ceil", "clojure.math/ceil"], "(ceil x)", {
    doc: "Rounds up.",
    example: ["(ceil 2.1)", "3"],
    readsElements: false,
    arities: rounding("ceil", Math.ceil),
  }),
  row("trunc", "(trunc x)", {
    doc: "Removes the fraction of x.",
    example: ["(trunc -2.9)", "-2"],
    clojure: false,
    readsElements: false,
    arities: rounding("trunc", Math.trunc),
  }),
  row(["Math/rint", "clojure.math/rint"], "(Math/rint x)", {
    doc: "Rounds to an integer, halves to even.",
    example: ["(Math/rint 2.5)", "2"],
    arities: rounding("Math/rint", roundHalfEven),
  }),
];

function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/**
 * Returns a random number between 0 and `below`. The host can supply the random numbers, to repeat
 * a run.
 */
function randomBelow(branch: Branch, below: Value, operation: string): number {
  return branch.random() * Number(numeric(below, operation));
}

const randomRows: readonly BuiltinRow[] = [
  row("rand", ["(rand)", "(rand n)"], {
    doc: "A random number from 0 up to n (default 1), exclusive.",
    example: ["(< (rand 10) 10)", "true"],
    readsElements: false,
    arities: {
      0: (branch) => randomBelow(branch, 1, "rand"),
      1: (branch, below) => randomBelow(branch, below, "rand"),
    },
  }),
  row("rand-int", "(rand-int n)", {
    doc: "A random integer from 0 up to n, exclusive.",
    example: ["(rand-int 1)", "0"],
    readsElements: false,
    arities: { 1: (branch, below) => Math.trunc(randomBelow(branch, below, "rand-int")) + 0 },
  }),
  row(["Math/random", "clojure.math/random"], "(Math/random)", {
    doc: "A random number from 0 up to 1, exclusive.",
    example: ["(< (Math/random) 1)", "true"],
    arities: { 0: (branch) => randomBelow(branch, 1, "Math/random") },
  }),
];

/** Returns the row of a named number. Like on the JVM, `(Math/PI)` reads it too. */
function constant(names: Names, value: Numeric, doc: string, printed: string): BuiltinRow {
  const [name] = names;
  return row(names, name, {
    doc,
    example: [name, printed],
    constant: value,
    arities: { 0: () => value },
  });
}

const constantRows: readonly BuiltinRow[] = [
  constant(["Math/PI", "clojure.math/PI"], Math.PI, "The number pi.", "3.141592653589793"),
  constant(
    ["Math/E", "clojure.math/E"],
    Math.E,
    "The base of natural logarithms.",
    "2.718281828459045",
  ),
  constant(
    ["Double/POSITIVE_INFINITY", "POSITIVE_INFINITY"],
    Infinity,
    "Positive infinity.",
    "##Inf",
  ),
  constant(
    ["Double/NEGATIVE_INFINITY", "NEGATIVE_INFINITY"],
    -Infinity,
    "Negative infinity.",
    "##-Inf",
  ),
  constant(["Double/NaN", "NaN"], NaN, "Not a number.", "##NaN"),
  constant(
    ["Double/MAX_VALUE"],
    Number.MAX_VALUE,
    "The greatest finite number.",
    "1.7976931348623157e+308",
  ),
  constant(["Double/MIN_VALUE"], Number.MIN_VALUE, "The least number above 0.", "5e-324"),
  constant(
    ["Long/MAX_VALUE"],
    9223372036854775807n,
    "The greatest 64-bit integer.",
    "9223372036854775807",
  ),
  constant(
    ["Long/MIN_VALUE"],
    -9223372036854775808n,
    "The least 64-bit integer.",
    "-9223372036854775808",
  ),
  constant(["Integer/MAX_VALUE"], 2147483647, "The greatest 32-bit integer.", "2147483647"),
  constant(["Integer/MIN_VALUE"], -2147483648, "The least 32-bit integer.", "-2147483648"),
];

const equalityRow: BuiltinRow = row("==", ["(== x)", "(== x y & more)"], {
  doc: "True if all arguments are equal, like =, which compares numbers by amount.",
  example: ["(== 2 2.0)", "true"],
  arities: {
    1: () => true,
    2: (branch, left, right) => equals(left, right, branch),
    rest: {
      from: 3,
      apply: (branch, [first = null, ...others]) =>
        others.every((other) => equals(first, other, branch)),
    },
  },
});

export const mathRows: readonly BuiltinRow[] = [
  ...roundingRows,
  ...randomRows,
  ...constantRows,
  equalityRow,
  ...bitRows,
  ...conversionRows,
];
