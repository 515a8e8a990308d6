// Rounds numbers to decimal places by their decimal digits: 2.345 becomes 2.35, though the double
// is slightly smaller.

import type { Value } from "@ptc/core/values";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { printShort } from "../../evaluation/errors/print-short.ts";
import type { Numeric } from "./numbers.ts";

/** A double has no more significant digits. */
const mostPlaces = 15;

/**
 * Returns `value` with `places` decimal places, halves rounded away from zero. Integers are
 * unchanged.
 */
export function roundToPlaces(value: Numeric, places: Value): Numeric {
  if (typeof places !== "number" || !Number.isInteger(places) || places < 0 || places > mostPlaces)
    throw new EvaluationError(
      "type_error",
      `round: expected a number of decimal places from 0 to ${String(mostPlaces)}, got ${printShort(places)}`,
      { op: "round", hint: "write (round 2.345 2); to tens, (* 10 (round (/ x 10)))" },
    );
  if (typeof value === "bigint" || Number.isInteger(value) || !Number.isFinite(value)) return value;
  const moved = shifted(Math.abs(value), places);
  // Beyond that, the number has no digits after the last place.
  if (moved > Number.MAX_SAFE_INTEGER) return value;
  return Math.sign(value) * shifted(Math.round(moved), -places) + 0;
}

/** Returns `value` times ten to the power of `places`, without a multiplication error. */
function shifted(value: number, places: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Number(`${digits}e${String(Number(exponent) + places)}`);
}
