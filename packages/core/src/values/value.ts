// The union of all values of PTC-Lisp expressions.

import type { Keyword } from "./keyword.ts";
import type { OpaqueValue } from "./opaque.ts";
import type { MapValue } from "./map-value.ts";
import type { RegexValue } from "./regex.ts";
import type { SetValue } from "./set-value.ts";
import type { SymbolValue } from "./symbol.ts";
import type { Temporal } from "./temporal.ts";
import type { Vector } from "./vector.ts";

/**
 * A language value. `null` is nil. A character is a one-character string. A `number` is a safe
 * integer or a double, and a `bigint` is always outside the safe range (see `exactInteger`).
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Keyword
  | SymbolValue
  | Vector<Value>
  | MapValue<Value>
  | SetValue<Value>
  | Temporal
  | RegexValue
  | OpaqueValue;

/** Normalizes an integer result: to a number if it is safe, and to a bigint otherwise. */
export function exactInteger(value: bigint): number | bigint {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

/** True for every value except nil and false. */
export function isTruthy(value: Value): boolean {
  return value !== null && value !== false;
}
