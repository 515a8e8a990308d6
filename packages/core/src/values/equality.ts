// The function `=` of the language. Compares values by content, numbers by amount in any
// representation, and maps and sets without regard to order. NaN doesn't equal anything.

import { Keyword } from "./keyword.ts";
import { LazySequence } from "./lazy.ts";
import { MapValue } from "./map-value.ts";
import { SetValue } from "./set-value.ts";
import { SymbolValue } from "./symbol.ts";
import { Temporal } from "./temporal.ts";
import { Vector } from "./vector.ts";
import { assertDepth } from "./depth.ts";
import { spendComparedIntegers } from "./integer-size.ts";
import { spendComparedText } from "./text-work.ts";
import type { Value } from "./value.ts";
import type { WorkMeter } from "./work-meter.ts";

/**
 * True if the values are equal. Charges `meter` for elements before they are compared, including
 * those inside keys and members, and for long texts and large integers.
 * @throws DataDepthError if the data is nested too deep
 */
export function equals(left: Value, right: Value, meter?: WorkMeter, depth = 0): boolean {
  if (typeof left === "string") return typeof right === "string" && textsEqual(left, right, meter);
  if (left === right) {
    if (typeof left === "bigint") spendComparedIntegers(left, left, meter);
    return true;
  }
  switch (typeof left) {
    case "number":
      return typeof right === "bigint" && numberEqualsBigint(left, right);
    case "bigint":
      if (typeof right === "bigint") spendComparedIntegers(left, right, meter);
      return typeof right === "number" && numberEqualsBigint(right, left);
    case "object":
      return (
        left !== null &&
        typeof right === "object" &&
        right !== null &&
        objectsEqual(left, right, meter, depth)
      );
    default:
      return false;
  }
}

function textsEqual(left: string, right: string, meter: WorkMeter | undefined): boolean {
  if (left.length !== right.length) return false;
  spendComparedText(left.length, meter);
  return left === right;
}

/** Compares exactly, without rounding: a double without a fraction is an integer. */
function numberEqualsBigint(left: number, right: bigint): boolean {
  return Number.isInteger(left) && left >= right && left <= right;
}

type ObjectValue = Extract<Value, object>;

function objectsEqual(
  left: ObjectValue,
  right: ObjectValue,
  meter: WorkMeter | undefined,
  depth: number,
): boolean {
  if (left instanceof LazySequence) return lazyEquals(left, right, meter, depth);
  if (left instanceof Keyword)
    return right instanceof Keyword && textsEqual(left.text, right.text, meter);
  if (left instanceof Vector)
    return right instanceof Vector
      ? vectorsEqual(left, right, meter, depth)
      : right instanceof LazySequence && lazyEquals(right, left, meter, depth);
  if (left instanceof MapValue)
    return right instanceof MapValue && mapsEqual(left, right, meter, depth);
  if (left instanceof SetValue)
    return right instanceof SetValue && setsEqual(left, right, meter, depth);
  if (left instanceof SymbolValue)
    return right instanceof SymbolValue && textsEqual(left.text, right.text, meter);
  if (left instanceof Temporal)
    return (
      right instanceof Temporal &&
      left.kind === right.kind &&
      left.amount === right.amount &&
      left.offset === right.offset &&
      left.zone === right.zone
    );
  return false;
}

/** Only a sequence or vector can equal a lazy sequence. */
function lazyEquals(
  left: LazySequence,
  right: ObjectValue,
  meter: WorkMeter | undefined,
  depth: number,
): boolean {
  if (!(right instanceof Vector || right instanceof LazySequence)) return false;
  if (right instanceof Vector && left.hasMoreThan(right.count, meter)) return false;
  const elements = left.comparedBy(meter);
  const others = right instanceof Vector ? right : right.comparedBy(meter);
  return (
    elements instanceof Vector &&
    others instanceof Vector &&
    vectorsEqual(elements as Vector<Value>, others as Vector<Value>, meter, depth)
  );
}

function vectorsEqual(
  left: Vector<Value>,
  right: Vector<Value>,
  meter: WorkMeter | undefined,
  depth: number,
): boolean {
  if (left.count !== right.count) return false;
  if (left.isSameAs(right)) return true;
  assertDepth(depth);
  meter?.spend(left.count);
  for (let index = 0; index < left.count; index++) {
    if (!equals(left.at(index), right.at(index), meter, depth + 1)) return false;
  }
  return true;
}

function mapsEqual(
  left: MapValue<Value>,
  right: MapValue<Value>,
  meter: WorkMeter | undefined,
  depth: number,
): boolean {
  if (left.count !== right.count) return false;
  if (left.isSameAs(right)) return true;
  assertDepth(depth);
  meter?.spend(left.count);
  const searched = right.byEquality(meter);
  return left.every((key, item) => {
    const other = searched.find(key, meter, depth + 1);
    return other !== undefined && equals(item, other, meter, depth + 1);
  });
}

function setsEqual(
  left: SetValue<Value>,
  right: SetValue<Value>,
  meter: WorkMeter | undefined,
  depth: number,
): boolean {
  if (left.count !== right.count) return false;
  assertDepth(depth);
  meter?.spend(left.count);
  const searched = right.byEquality(meter);
  return left.every((item) => searched.has(item, meter, depth + 1));
}
