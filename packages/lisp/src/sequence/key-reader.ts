// Reads the key of an element for `sort-by`, `group-by` and the aggregators. The key is a keyword,
// a field name, a path or a function.

import { FunctionValue, Keyword, Vector, type Value } from "@ptc/core/values";
import { call1, fieldOf, isCallable } from "../functions/callable.ts";
import { elementsOf } from "./elements.ts";
import { eachElement } from "./each-element.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Result } from "../evaluation/result.ts";
import { wrongType } from "../evaluation/arguments/expectations.ts";
import { lookupPath } from "./lookup.ts";
import { bytesOfVector } from "../evaluation/budget/byte-costs.ts";
import { stepEndsTurn } from "./turn-checks.ts";

/**
 * Returns the value at `key` in `element`. A vector is a path of keys, except for a number: then
 * it is called as a function, which looks up the element at that index.
 */
export function readKey(branch: Branch, key: Value, element: Value): Result {
  if (typeof key === "string") return fieldOf(element, key, null, branch);
  if (key instanceof Vector && typeof element !== "number")
    return lookupPath(branch, element, key) ?? null;
  return call1(branch, key, element);
}

/**
 * @throws EvaluationError `type_error` if `key` can't be a key, most often because the arguments
 * were swapped
 */
export function assertKey(key: Value, operation: string): void {
  if (typeof key === "string" || isCallable(key)) return;
  throw wrongType(
    operation,
    "a key (keyword, field name, path or function)",
    key,
    `the key comes first: (${operation} :key coll)`,
  );
}

/**
 * Returns the elements whose keys are to be read.
 * @throws EvaluationError `type_error`, with a hint if key and collection were swapped
 */
export function judgedElements(
  branch: Branch,
  key: Value,
  collection: Value,
  operation: string,
): Vector<Value> {
  if (collection instanceof Keyword || collection instanceof FunctionValue) {
    throw wrongType(
      operation,
      "a collection",
      collection,
      `the key comes first: (${operation} :key coll)`,
    );
  }
  assertKey(key, operation);
  return elementsOf(branch, collection, operation);
}

/** Returns a vector with the value at `key` in each element. */
export function keysOf(
  branch: Branch,
  key: Value,
  elements: Vector<Value>,
  operation: string,
): Result {
  assertKey(key, operation);
  branch.charge(bytesOfVector + elements.count * 8);
  const keys: Value[] = [];
  if (key instanceof Keyword) return fieldsOf(branch, key, elements, keys);
  return eachElement(branch, elements, {
    compute: (element) => readKey(branch, key, element),
    take: (computed) => keys.push(computed) > 0,
    finish: () => Vector.ofGrown(keys),
  });
}

/** Adds the fields of all elements after those whose fields are in `keys`. */
function fieldsOf(branch: Branch, key: Keyword, elements: Vector<Value>, keys: Value[]): Result {
  for (let index = keys.length; index < elements.count; index++) {
    keys.push(fieldOf(elements.at(index), key, null, branch));
    if (stepEndsTurn(branch)) return branch.inNextTurn(fieldsOf, branch, key, elements, keys);
  }
  return Vector.ofGrown(keys);
}
