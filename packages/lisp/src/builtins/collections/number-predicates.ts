// Predicates about numbers: their sign, parity and kind. Like Clojure, sign and parity predicates
// reject other values; kind predicates return false for them.

import type { Value } from "@ptc/core/values";
import { notNumber } from "../../evaluation/arguments/operand-error.ts";
import { numeric } from "../numbers/numbers.ts";
import { never, predicate } from "./predicate.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";

export function isNumber(value: Value): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

/**
 * True for safe integers and bigints, which are exact. A double beyond the safe range counts as a
 * decimal.
 */
export function isInteger(value: Value): value is number | bigint {
  return typeof value === "bigint" || Number.isSafeInteger(value);
}

/** True for a fraction, an infinity, NaN, or a double too large to be exact. */
export function isDecimal(value: Value): boolean {
  return typeof value === "number" && !Number.isSafeInteger(value);
}

/**
 * Returns the remainder by two of an integer of any size.
 * @throws OperandError `type_error` for everything else
 */
function parity(value: Value, operation: string): 0 | 1 {
  if (typeof value === "bigint") return BigInt.asUintN(1, value) === 0n ? 0 : 1;
  if (!isInteger(value)) throw notNumber(value, operation, 0, "a whole number");
  return value % 2 === 0 ? 0 : 1;
}

/** Returns the arities of a predicate on numbers. */
function ofNumber(name: string, test: (value: number | bigint) => boolean): Arities {
  return predicate((value) => test(numeric(value, name)));
}

export const numberPredicateRows: readonly BuiltinRow[] = [
  row("zero?", "(zero? x)", {
    doc: "True if x is the number 0.",
    example: ["(zero? 0)", "true"],
    readsElements: false,
    arities: ofNumber("zero?", (value) => value === 0),
  }),
  row("pos?", "(pos? x)", {
    doc: "True if x is a number above 0.",
    example: ["(pos? 1)", "true"],
    readsElements: false,
    arities: ofNumber("pos?", (value) => value > 0),
  }),
  row("neg?", "(neg? x)", {
    doc: "True if x is a number below 0.",
    example: ["(neg? -1)", "true"],
    readsElements: false,
    arities: ofNumber("neg?", (value) => value < 0),
  }),
  row("even?", "(even? x)", {
    doc: "True if x is an even whole number.",
    example: ["(even? 2)", "true"],
    readsElements: false,
    arities: predicate((value) => parity(value, "even?") === 0),
  }),
  row("odd?", "(odd? x)", {
    doc: "True if x is an odd whole number.",
    example: ["(odd? 3)", "true"],
    readsElements: false,
    arities: predicate((value) => parity(value, "odd?") === 1),
  }),
  row("pos-int?", "(pos-int? x)", {
    doc: "True if x is an integer above 0.",
    example: ["(pos-int? 1)", "true"],
    arities: predicate((value) => isInteger(value) && value > 0),
  }),
  row("neg-int?", "(neg-int? x)", {
    doc: "True if x is an integer below 0.",
    example: ["(neg-int? -1)", "true"],
    arities: predicate((value) => isInteger(value) && value < 0),
  }),
  row("nat-int?", "(nat-int? x)", {
    doc: "True if x is an integer of 0 or above.",
    example: ["(nat-int? 0)", "true"],
    arities: predicate((value) => isInteger(value) && value >= 0),
  }),
  row("NaN?", "(NaN? x)", {
    doc: "True if x is ##NaN, not a number.",
    example: ["(NaN? ##NaN)", "true"],
    readsElements: false,
    arities: ofNumber("NaN?", (value) => Number.isNaN(value)),
  }),
  row("infinite?", "(infinite? x)", {
    doc: "True if x is ##Inf or ##-Inf.",
    example: ["(infinite? ##Inf)", "true"],
    arities: ofNumber("infinite?", (value) => value === Infinity || value === -Infinity),
  }),
];

/** Predicates about kinds of numbers, which the reference lists with the types. */
export const numberTypeRows: readonly BuiltinRow[] = [
  row("number?", "(number? x)", {
    doc: "True if x is a number.",
    example: ["(number? 1.5)", "true"],
    readsElements: false,
    arities: predicate(isNumber),
  }),
  row("integer?", "(integer? x)", {
    doc: "True if x is an exact whole number.",
    example: ["(integer? 2)", "true"],
    readsElements: false,
    arities: predicate(isInteger),
  }),
  row("int?", "(int? x)", {
    doc: "True if x is an exact whole number.",
    example: ["(int? 2.5)", "false"],
    readsElements: false,
    arities: predicate(isInteger),
  }),
  row("float?", "(float? x)", {
    doc: "True if x is a number with a fraction, infinite or NaN; 2.0 is the integer 2.",
    example: ["(float? 2.5)", "true"],
    readsElements: false,
    arities: predicate(isDecimal),
  }),
  row("double?", "(double? x)", {
    doc: "True if x is a number with a fraction, infinite or NaN; 2.0 is the integer 2.",
    example: ["(double? 2.5)", "true"],
    arities: predicate(isDecimal),
  }),
  row("rational?", "(rational? x)", {
    doc: "True if x is an integer: there are no ratios.",
    example: ["(rational? 2)", "true"],
    arities: predicate(isInteger),
  }),
  row("ratio?", "(ratio? x)", {
    doc: "Always false: there are no ratios.",
    example: ["(ratio? 0.5)", "false"],
    arities: predicate(never),
  }),
  row("decimal?", "(decimal? x)", {
    doc: "Always false: there are no big decimals.",
    example: ["(decimal? 0.5)", "false"],
    arities: predicate(never),
  }),
];
