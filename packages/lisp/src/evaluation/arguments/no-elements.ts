// Words the error for a value without elements. Loads when a program passes one to a function for
// sequences.

import { FunctionValue, typeName, type Value } from "@ptc/core/values";
import { Transient } from "../state/transient.ts";
import { printShort } from "../errors/print-short.ts";

/** Returns the message and the hint for `value`, given to `operation`. */
export function noElementsText(
  operation: string,
  value: Value,
): readonly [message: string, hint: string | undefined] {
  const isFunction = value instanceof FunctionValue;
  const shown = isFunction ? "a function" : `${typeName(value)} ${printShort(value)}`;
  return [
    `${operation}: expected a collection, got ${shown}`,
    value instanceof Transient
      ? "end it first: (persistent! t)"
      : isFunction
        ? "check the order of the arguments: the function comes first, the collection last"
        : undefined,
  ];
}
