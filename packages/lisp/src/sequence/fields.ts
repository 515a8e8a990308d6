// Notes which collections derive from a map of fields. A program that rebuilds a row, as in
// `(into {} (map f row))`, gets a map of fields again, because entries and sequences of the row are
// marked, and functions pass the mark on.
//
//   row -> entries, keys -> map, filter, sort … -> into, reduce, zipmap … -> a map of fields

import { MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import { asFields } from "@ptc/core/internal/values";
import type { Result } from "../evaluation/result.ts";
import { Transient } from "../evaluation/state/transient.ts";
import { LazySeq } from "./lazy-seq.ts";

/** True for a map of fields, and for a collection made from one. */
export function isOfFields(value: Value): boolean {
  if (value instanceof MapValue) return value.hasFieldNames;
  return (
    (value instanceof Vector || value instanceof LazySeq || value instanceof SetValue) &&
    value.isOfFields
  );
}

/** Returns `value` as a map of fields, or marked as made from one. */
export function ofFields(value: Value): Value {
  if (value instanceof MapValue) return asFields(value);
  return value instanceof Vector ||
    value instanceof LazySeq ||
    value instanceof SetValue ||
    value instanceof Transient
    ? value.ofFields()
    : value;
}

/**
 * Returns the initial value of a reduction over what derives from a map of fields. `isFirst` if it
 * is the first element. An empty map, or one that the program made of the first element, keeps
 * keywords apart until `filled`: the program may write them for two fields of one row. Another
 * map has keys of its own, which the fields of the row replace.
 */
export function fillable(initial: Value, isFirst = false): Value {
  return initial instanceof MapValue && (initial.count === 0 || (isFirst && !initial.hasFieldNames))
    ? asFields(initial, true)
    : ofFields(initial);
}

/** Returns the result of such a reduction as an ordinary map of fields. */
export function filled(result: Value): Value {
  return result instanceof MapValue && result.keepsApart ? asFields(result, false) : result;
}

/** Returns the result of a function that passes on the mark of `source`. */
export function passedOn(source: Value, result: Result): Result {
  if (!isOfFields(source)) return result;
  return result instanceof Promise ? result.then(ofFields) : ofFields(result);
}
