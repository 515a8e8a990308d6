// Text arguments of string operations, which needn't be strings.

import { MapValue, OpaqueValue, SetValue, Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { stringArgument } from "../../evaluation/arguments/string-argument.ts";
import { textOf } from "./printed-text.ts";

/**
 * Returns the text for an operation of `clojure.string`. Like Clojure, accepts numbers, keywords
 * and booleans as they print.
 */
export function receiverText(branch: Branch, value: Value, operation: string): string {
  if (typeof value === "string") return value;
  const hasText =
    value !== null &&
    !(
      value instanceof Vector ||
      value instanceof MapValue ||
      value instanceof SetValue ||
      value instanceof OpaqueValue
    );
  return hasText ? textOf(branch, value, operation) : stringArgument(value, operation);
}
