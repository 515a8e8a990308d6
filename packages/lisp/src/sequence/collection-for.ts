import { FunctionValue, type Value } from "@ptc/core/values";
import { sequenceOf, type Sequence } from "./sequence-source.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { wrongType } from "../evaluation/arguments/expectations.ts";

/**
 * Like `sequenceOf`, for the collection of `(map f coll)`. A function here means that the
 * arguments were swapped, and the error says so.
 */
export function collectionFor(branch: Branch, value: Value, operation: string): Sequence {
  if (!(value instanceof FunctionValue)) return sequenceOf(branch, value, operation);
  throw wrongType(
    operation,
    "a collection",
    value,
    `the collection comes last: (${operation} f coll)`,
  );
}
