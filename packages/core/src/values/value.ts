// The union of everything a PTC-Lisp expression can yield.

import type { Keyword } from "./keyword.ts";
import type { OpaqueValue } from "./opaque.ts";
import type { MapValue } from "./map-value.ts";
import type { RegexValue } from "./regex.ts";
import type { SetValue } from "./set-value.ts";
import type { SymbolValue } from "./symbol.ts";
import type { Temporal } from "./temporal.ts";
import type { Vector } from "./vector.ts";

/**
 * A language value. `null` is nil; a character is a one-character string; a `number` is a safe
 * integer or a double, a `bigint` always lies outside the safe range (see `exactInteger`).
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

/** Brings an integer result into its one form: a number when it is safe, a bigint otherwise. */
export function exactInteger(value: bigint): number | bigint {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

/** Everything but nil and false counts as true. */
export function isTruthy(value: Value): boolean {
  return value !== null && value !== false;
}
