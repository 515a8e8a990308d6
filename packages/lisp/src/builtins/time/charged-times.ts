// Charges for the dates and times that builtins return.

import { Temporal, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { bytesOfTemporal } from "../../evaluation/budget/byte-costs.ts";
import type { Result } from "../../evaluation/result.ts";
import type { Arities, BuiltinRow } from "../row.ts";

/** Returns the row with implementations that charge for the time that they return. */
export function chargingTimes(row: BuiltinRow): BuiltinRow {
  const { 0: none, 1: one, 2: two, 3: three, rest } = row.arities;
  const arities: Arities = {
    ...(none && { 0: (branch: Branch) => charged(branch, none(branch)) }),
    ...(one && { 1: (branch: Branch, a: Value) => charged(branch, one(branch, a)) }),
    ...(two && { 2: (branch: Branch, a: Value, b: Value) => charged(branch, two(branch, a, b)) }),
    ...(three && {
      3: (branch: Branch, a: Value, b: Value, c: Value) => charged(branch, three(branch, a, b, c)),
    }),
    ...(rest && {
      rest: {
        from: rest.from,
        apply: (branch: Branch, args: readonly Value[]) =>
          charged(branch, rest.apply(branch, args)),
      },
    }),
  };
  return { ...row, arities };
}

function charged(branch: Branch, result: Result): Result {
  if (result instanceof Temporal) branch.charge(bytesOfTemporal);
  return result;
}
