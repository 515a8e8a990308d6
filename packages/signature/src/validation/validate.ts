// The two sides of a contract. Values are host values: keywords are strings, datetimes `Date`s, nil `null`. Nothing is
// coerced; further fields are allowed.

import type { Signature } from "../model.ts";
import { checkValue } from "./check-value.ts";
import type { ValidationResult } from "./violation.ts";

/** Holds a result against the signature's output. Linear in the size of the value. */
export function validateOutput(signature: Signature, value: unknown): ValidationResult {
  return checkValue(signature.output, value, "output");
}

/** Holds a map of arguments, `{ query: "…" }`, against the signature's parameters. */
export function validateInput(signature: Signature, value: unknown): ValidationResult {
  return checkValue({ kind: "map", fields: signature.parameters }, value, "input");
}
