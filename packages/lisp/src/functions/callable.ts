// Defines all values that can be called, and calls them: functions by arity, and data that acts as
// a function (keywords, symbols, maps, sets, vectors).

import { shortened } from "@ptc/core/internal/printing";
import {
  Keyword,
  MapValue,
  SetValue,
  SymbolValue,
  Vector,
  getField,
  typeName,
  type LazySequence,
  type Value,
} from "@ptc/core/values";
import { OperandError } from "../evaluation/arguments/operand-error.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { hiddenHint } from "../evaluation/errors/hidden-hint.ts";
import { WrittenFunction } from "./written-function.ts";
import { Transient } from "../evaluation/state/transient.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Result } from "../evaluation/result.ts";

/**
 * The operations of a lazy sequence that a callee needs. `sequence/` can't be imported here,
 * because it is a higher layer.
 */
export interface LazyArguments extends LazySequence {
  /** Returns the element at `index`, or `undefined` beyond the end. May have to be awaited. */
  at(index: number, branch: Branch): Value | undefined;
  drop(count: number): Value;
}

/** A function of the language, either defined by the program or a builtin. */
export abstract class Callable extends WrittenFunction {
  /** The function itself, made first if it was restored from JSON. May have to be awaited. */
  original(_branch: Branch): Result {
    return this;
  }

  /**
   * Returns the value of the definition that it refers to, or `undefined` if it is a function.
   * @throws EvaluationError `unbound_var`
   */
  definition(_branch: Branch): Value | undefined {
    return undefined;
  }

  abstract call0(branch: Branch): Result;
  abstract call1(branch: Branch, first: Value): Result;
  abstract call2(branch: Branch, first: Value, second: Value): Result;
  abstract call3(branch: Branch, first: Value, second: Value, third: Value): Result;
  /** Calls with any number of arguments. The callee neither stores nor changes the array. */
  abstract callMany(branch: Branch, args: readonly Value[]): Result;

  /**
   * Calls with the elements of a lazy sequence as arguments, if the callee doesn't need all of
   * them. Returns `undefined` without a call if it does.
   */
  callWithElements(_branch: Branch, _elements: LazyArguments): Result | undefined {
    return undefined;
  }
}

export function call0(branch: Branch, callee: Value): Result {
  return callee instanceof Callable ? callee.call0(branch) : callData(branch, callee, []);
}

export function call1(branch: Branch, callee: Value, first: Value): Result {
  if (callee instanceof Callable) return callee.call1(branch, first);
  return callee instanceof Keyword
    ? fieldOf(first, callee, null, branch)
    : callData(branch, callee, [first]);
}

export function call2(branch: Branch, callee: Value, first: Value, second: Value): Result {
  return callee instanceof Callable
    ? callee.call2(branch, first, second)
    : callData(branch, callee, [first, second]);
}

export function call3(
  branch: Branch,
  callee: Value,
  first: Value,
  second: Value,
  third: Value,
): Result {
  return callee instanceof Callable
    ? callee.call3(branch, first, second, third)
    : callData(branch, callee, [first, second, third]);
}

export function callMany(branch: Branch, callee: Value, args: readonly Value[]): Result {
  return callee instanceof Callable
    ? callee.callMany(branch, args)
    : callData(branch, callee, args);
}

/**
 * Looks up `key` in `target`: the field of a map or the member of a set. Returns `otherwise` if it
 * isn't found, and for any other target.
 */
export function fieldOf(target: Value, key: Value, otherwise: Value, branch: Branch): Value {
  if (target instanceof MapValue) return orElse(getField(target, key, branch), otherwise);
  if (target instanceof SetValue) return orElse(target.find(key, branch), otherwise);
  return target instanceof Transient
    ? fieldOf(target.current("get"), key, otherwise, branch)
    : otherwise;
}

/** Returns `found`, or `otherwise` if nothing was found. A nil that was found counts as found. */
function orElse(found: Value | undefined, otherwise: Value): Value {
  return found === undefined ? otherwise : found;
}

/** True if a value can be called. */
export function isCallable(value: Value): boolean {
  return (
    value instanceof Callable ||
    value instanceof Keyword ||
    value instanceof SymbolValue ||
    value instanceof MapValue ||
    value instanceof SetValue ||
    value instanceof Transient ||
    (value instanceof Vector && !value.isSequence)
  );
}

function callData(branch: Branch, callee: Value, args: readonly Value[]): Value {
  const [first = null, second = null] = args;
  if (callee instanceof Keyword)
    return fieldOf(first, callee, withArity(args, 1, 2, `:${callee.text}`) ? second : null, branch);
  if (callee instanceof SymbolValue)
    return fieldOf(first, callee, withArity(args, 1, 2, `'${callee.text}`) ? second : null, branch);
  if (callee instanceof MapValue)
    return orElse(getField(callee, first, branch), withArity(args, 1, 2, "a map") ? second : null);
  if (callee instanceof SetValue) {
    withArity(args, 1, 1, "a set", "for a default write (get s x default)");
    return callee.find(first, branch) ?? null;
  }
  if (callee instanceof Vector && !callee.isSequence) return elementOf(branch, callee, args);
  if (callee instanceof Transient) return callData(branch, callee.current("get"), args);
  throw new OperandError({ type: "call", callee, from: branch.site });
}

function elementOf(branch: Branch, vector: Vector<Value>, args: readonly Value[]): Value {
  const index = args[0] ?? null;
  const isNumber = typeof index === "number";
  if (
    args.length === 1 &&
    isNumber &&
    Number.isInteger(index) &&
    index >= 0 &&
    index < vector.count
  )
    return vector.at(index);
  const hint = hiddenHint(branch.site);
  withArity(args, 1, 1, "a vector", hint);
  if (!isNumber)
    throw new EvaluationError(
      "type_error",
      `a vector is called with an index, got ${typeName(index)}`,
      hint === undefined ? {} : { hint },
    );
  throw new EvaluationError(
    "index_error",
    `index ${String(index)} is outside a vector of ${String(vector.count)}`,
  );
}

/** Checks the number of arguments. Returns true if an optional last argument was given. */
export function withArity(
  args: readonly Value[],
  least: number,
  most: number,
  name: string,
  hint?: string,
): boolean {
  if (args.length >= least && args.length <= most) return args.length === most && most > least;
  throw new EvaluationError(
    "arity_error",
    `${shortened(name, 60)} called as a function takes ${least === most ? String(least) : `${String(least)} or ${String(most)}`} argument${most === 1 ? "" : "s"}, got ${String(args.length)}`,
    hint === undefined ? {} : { hint },
  );
}
