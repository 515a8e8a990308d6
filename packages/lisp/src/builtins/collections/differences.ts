// `clojure.data/diff`: the parts only the first value has, only the second has, and both have.
// Compares maps by key, vectors and sequences by index, and sets by member. Other values are either
// equal or different.

import { MapValue, SetValue, Vector, equals, type Value } from "@ptc/core/values";
import { MapBuilder } from "@ptc/core/internal/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { elementsOf } from "../../sequence/elements.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { lookup } from "../../sequence/lookup.ts";
import { row, type BuiltinRow } from "../row.ts";
import { setLikeAtOnce } from "./conjoin.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";

/** The parts only in the left value, only in the right, and in both; null if empty. */
type Parts = readonly [left: Value, right: Value, both: Value];

/** Two values at one key; `undefined` if the key is missing. */
type Pair = readonly [key: Value, left: Value | undefined, right: Value | undefined];

const bytesOfParts = 120;

function parts(branch: Branch, left: Value, right: Value): Parts {
  branch.spend(1);
  branch.charge(bytesOfParts);
  if (left instanceof MapValue && right instanceof MapValue)
    return inside(branch, () => mapParts(branch, left, right));
  if (left instanceof SetValue && right instanceof SetValue) return setParts(branch, left, right);
  if (isSequential(left) && isSequential(right))
    return inside(branch, () => sequenceParts(branch, left, right));
  return equals(left, right, branch) ? [null, null, left] : [left, right, null];
}

function isSequential(value: Value): value is Vector<Value> | LazySeq {
  return value instanceof Vector || value instanceof LazySeq;
}

/** Counts each level as a call, so that deep data reaches the depth limit. */
function inside(branch: Branch, compare: () => Parts): Parts {
  branch.enter();
  const compared = compare();
  branch.depth--;
  return compared;
}

function mapParts(branch: Branch, left: MapValue<Value>, right: MapValue<Value>): Parts {
  if (equals(left, right, branch)) return [null, null, left];
  const pairs: Pair[] = [];
  branch.charge((left.count + right.count) * 56);
  left.forEach((key, value) => pairs.push([key, value, lookup(branch, right, key)]));
  right.forEach((key, value) => {
    if (lookup(branch, left, key) === undefined) pairs.push([key, undefined, value]);
  });
  const [onlyLeft, onlyRight, both] = compared(branch, pairs).map((entries) => {
    if (entries.length === 0) return null;
    branch.charge(64 + entries.length * 48);
    const builder = new MapBuilder(branch);
    for (const [key, value] of entries) builder.set(key, value);
    return builder.build();
  });
  return [onlyLeft ?? null, onlyRight ?? null, both ?? null];
}

function sequenceParts(
  branch: Branch,
  leftValue: Vector<Value> | LazySeq,
  rightValue: Vector<Value> | LazySeq,
): Parts {
  const left = elementsOf(branch, leftValue, "diff");
  const right = elementsOf(branch, rightValue, "diff");
  if (equals(left, right, branch)) return [null, null, leftValue];
  const count = Math.max(left.count, right.count);
  branch.charge(count * 56);
  const at = (elements: Vector<Value>, index: number): Value | undefined =>
    index < elements.count ? elements.at(index) : undefined;
  const pairs = Array.from({ length: count }, (_, index): Pair => [
    index,
    at(left, index),
    at(right, index),
  ]);
  const [onlyLeft, onlyRight, both] = compared(branch, pairs).map((entries) =>
    atPlaces(branch, entries),
  );
  return [onlyLeft ?? null, onlyRight ?? null, both ?? null];
}

/** Returns a vector with the values at their indexes and nil between them. */
function atPlaces(branch: Branch, entries: readonly (readonly [Value, Value])[]): Value {
  const last = entries.at(-1);
  if (last === undefined) return null;
  const count = Number(last[0]) + 1;
  branch.charge(bytesOfVector + count * 8);
  const values = Array.from({ length: count }, (): Value => null);
  for (const [index, value] of entries) values[Number(index)] = value;
  return Vector.ofGrown(values);
}

/** Returns the entries of the three parts. */
function compared(
  branch: Branch,
  pairs: readonly Pair[],
): readonly [[Value, Value][], [Value, Value][], [Value, Value][]] {
  const onlyLeft: [Value, Value][] = [];
  const onlyRight: [Value, Value][] = [];
  const both: [Value, Value][] = [];
  for (const [key, left, right] of pairs) {
    const [leftPart, rightPart, common] = parts(branch, left ?? null, right ?? null);
    const isShared =
      left !== undefined &&
      right !== undefined &&
      (common !== null || (left === null && right === null));
    if (left !== undefined && (leftPart !== null || !isShared)) onlyLeft.push([key, leftPart]);
    if (right !== undefined && (rightPart !== null || !isShared)) onlyRight.push([key, rightPart]);
    if (isShared) both.push([key, common]);
  }
  return [onlyLeft, onlyRight, both];
}

function setParts(branch: Branch, left: SetValue<Value>, right: SetValue<Value>): Parts {
  if (equals(left, right, branch)) return [null, null, left];
  branch.spend(left.count + right.count);
  branch.charge((left.count + right.count) * 16);
  const members = (set: SetValue<Value>, isWanted: (member: Value) => boolean): Value => {
    const wanted = set.toArray().filter(isWanted);
    return wanted.length === 0 ? null : setLikeAtOnce(branch, set, wanted);
  };
  const isIn =
    (set: SetValue<Value>, wanted: boolean) =>
    (member: Value): boolean =>
      (set.find(member, branch) !== undefined) === wanted;
  return [
    members(left, isIn(right, false)),
    members(right, isIn(left, false)),
    members(left, isIn(right, true)),
  ];
}

function diff(branch: Branch, left: Value, right: Value): Value {
  const [onlyLeft, onlyRight, both] = parts(branch, left, right);
  const isOfMaps = left instanceof MapValue && right instanceof MapValue;
  // Like Clojure, which merges the parts of maps with a sequence function.
  const kind = isOfMaps && (onlyLeft !== null || onlyRight !== null) ? "sequence" : "vector";
  return Vector.of([onlyLeft, onlyRight, both], kind);
}

export const differenceRows: readonly BuiltinRow[] = [
  row(["diff", "clojure.data/diff"], "(diff a b)", {
    doc: "[only-a only-b both]: compares nested data: the parts only in a, only in b and in both, or nil for nothing.",
    example: ["(diff {:a 1 :b 2} {:a 1 :b 3})", "({:b 2} {:b 3} {:a 1})"],
    arities: { 2: diff },
  }),
];
