// One total order over all values, so that sorting mixed data never fails: numbers, then nil,
// booleans, keywords, symbols by name, times, functions, sets, maps, vectors, strings. Source: the
// ordering of the language's specification (11.3). Two values of data are in the same place exactly
// when they are equal; functions and regular expressions, which are equal to themselves only, share
// one place.

import { equals } from "./equality.ts";
import { Keyword } from "./keyword.ts";
import { MapValue } from "./map-value.ts";
import { SetValue } from "./set-value.ts";
import { SymbolValue } from "./symbol.ts";
import { Temporal } from "./temporal.ts";
import { Vector } from "./vector.ts";
import { assertDepth } from "./depth.ts";
import { mergeSort } from "./merge-sort.ts";
import { spendComparedIntegers } from "./integer-size.ts";
import { spendComparedText } from "./text-work.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/**
 * -1, 0 or 1; NaN sorts before every other number and equal to itself, so that a sort stays
 * consistent.
 * @throws DataDepthError for data too deep.
 */
export function compareValues(left: Value, right: Value, meter?: WorkMeter, depth = 0): number {
  if (typeof left === "string" && typeof right === "string")
    return compareTexts(left, right, meter);
  if (left === right) {
    if (typeof left === "bigint") spendComparedIntegers(left, left, meter);
    return 0;
  }
  if (typeof left === "number" && typeof right === "number") return compareNumbers(left, right);
  const rank = rankOf(left) - rankOf(right);
  return rank === 0 ? compareAlike(left, right, meter, depth) : Math.sign(rank);
}

const rankOfKind = {
  number: 0,
  atom: 1,
  opaque: 2,
  temporal: 3,
  set: 4,
  map: 5,
  vector: 6,
  string: 7,
} as const;

function rankOf(value: Value): number {
  if (typeof value === "number" || typeof value === "bigint") return rankOfKind.number;
  if (typeof value === "string") return rankOfKind.string;
  if (
    typeof value !== "object" ||
    value === null ||
    value instanceof Keyword ||
    value instanceof SymbolValue
  )
    return rankOfKind.atom;
  if (value instanceof Vector) return rankOfKind.vector;
  if (value instanceof MapValue) return rankOfKind.map;
  if (value instanceof SetValue) return rankOfKind.set;
  return value instanceof Temporal ? rankOfKind.temporal : rankOfKind.opaque;
}

function compareAlike(
  left: Value,
  right: Value,
  meter: WorkMeter | undefined,
  depth: number,
): number {
  if (left instanceof Vector && right instanceof Vector)
    return compareVectors(left, right, meter, depth);
  if (left instanceof MapValue && right instanceof MapValue)
    return compareMaps(left, right, meter, depth);
  if (left instanceof SetValue && right instanceof SetValue)
    return compareSets(left, right, meter, depth);
  if (left instanceof Temporal && right instanceof Temporal) {
    return left.kind === right.kind
      ? compareNumbers(left.amount, right.amount) ||
          compareNumbers(left.offset, right.offset) ||
          compareTexts(left.zone, right.zone, meter)
      : compareTexts(left.kind, right.kind, meter);
  }
  if (isNumeric(left) && isNumeric(right)) {
    if (typeof left === "bigint" && typeof right === "bigint")
      spendComparedIntegers(left, right, meter);
    return compareNumbers(left, right);
  }
  return (
    compareTexts(atomText(left), atomText(right), meter) || kindOfAtom(left) - kindOfAtom(right)
  );
}

function isNumeric(value: Value): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function compareNumbers(left: number | bigint, right: number | bigint): number {
  if (left < right) return -1;
  if (left > right) return 1;
  return Number(Number.isNaN(right)) - Number(Number.isNaN(left));
}

function compareTexts(left: string, right: string, meter: WorkMeter | undefined): number {
  spendComparedText(Math.min(left.length, right.length), meter);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Nil, true and false sort just before a keyword of the same name, a symbol just after it. */
function atomText(value: Value): string {
  if (value instanceof Keyword || value instanceof SymbolValue) return value.text;
  return value === null ? "nil" : typeof value === "boolean" ? String(value) : "";
}

function kindOfAtom(value: Value): number {
  return value instanceof SymbolValue ? 2 : Number(value instanceof Keyword);
}

/** Shorter first, as in Clojure; then element by element. */
function compareVectors(
  left: Vector<Value>,
  right: Vector<Value>,
  meter: WorkMeter | undefined,
  depth: number,
): number {
  if (left.count !== right.count) return left.count < right.count ? -1 : 1;
  assertDepth(depth);
  meter?.spend(left.count);
  for (let index = 0; index < left.count; index++) {
    const order = compareValues(left.at(index), right.at(index), meter, depth + 1);
    if (order !== 0) return order;
  }
  return 0;
}

/** Fewer entries first; then the sorted keys; then the values in the order of the keys. */
function compareMaps(
  left: MapValue<Value>,
  right: MapValue<Value>,
  meter: WorkMeter | undefined,
  depth: number,
): number {
  if (left.count !== right.count) return left.count < right.count ? -1 : 1;
  assertDepth(depth);
  const keys = sorted(left.keys(), meter, depth + 1);
  const order = compareVectors(keys, sorted(right.keys(), meter, depth + 1), meter, depth);
  if (order !== 0) return order;
  const searched = [left.byEquality(meter), right.byEquality(meter)] as const;
  for (const key of keys) {
    const values = [
      searched[0].find(key, meter, depth + 1) ?? null,
      searched[1].find(key, meter, depth + 1) ?? null,
    ] as const;
    const item = compareValues(...values, meter, depth + 1);
    if (item !== 0) return item;
  }
  return 0;
}

function compareSets(
  left: SetValue<Value>,
  right: SetValue<Value>,
  meter: WorkMeter | undefined,
  depth: number,
): number {
  if (left.count !== right.count) return left.count < right.count ? -1 : 1;
  if (equals(left, right, meter, depth)) return 0;
  return compareVectors(
    sorted(left.toArray(), meter, depth + 1),
    sorted(right.toArray(), meter, depth + 1),
    meter,
    depth,
  );
}

function sorted(
  values: readonly Value[],
  meter: WorkMeter | undefined,
  depth: number,
): Vector<Value> {
  meter?.spend(values.length * (32 - Math.clz32(values.length)));
  return Vector.of(mergeSort(values, (left, right) => compareValues(left, right, meter, depth)));
}
