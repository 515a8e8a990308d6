// The texts that operations on strings are given, which need not be strings.

import { MapValue, OpaqueValue, SetValue, Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { stringArgument } from "../../evaluation/arguments/string-argument.ts";
import { textOf } from "./printed-text.ts";

/**
 * The text an operation of `clojure.string` works on: numbers, keywords and booleans count as they
 * print, as in Clojure.
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
