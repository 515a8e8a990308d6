// Arithmetic builtins.

import { compareValues, exactInteger, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branch.ts";
import {
  add,
  divide,
  modulo,
  multiply,
  numeric,
  quotient,
  remainder,
  subtract,
  type Numeric,
} from "./numbers.ts";
import type { BuiltinRow } from "../builtin.ts";

type Operation = (left: Value, right: Value, branch: Branch) => Numeric;

/** Folds an operation over any number of arguments; `alone` says what one argument means. */
function folding(
  names: readonly [string, ...string[]],
  operation: Operation,
  none: Numeric | undefined,
  alone: (value: Value, branch: Branch) => Numeric,
  doc: string,
  example: readonly [string, string],
): BuiltinRow {
  return {
    names,
    forms: [`(${names[0]} x y ...)`],
    doc,
    example,
    clojure: names[0],
    arities: {
      ...(none === undefined ? {} : { 0: () => none }),
      1: (branch, value) => alone(value, branch),
      2: (branch, left, right) => operation(left, right, branch),
      rest: {
        from: 3,
        apply: (branch, args) => {
          branch.spend(args.length);
          return args.reduce((total, value) => operation(total, value, branch));
        },
      },
    },
  };
}

function binary(
  name: string,
  operation: Operation,
  doc: string,
  example: readonly [string, string],
): BuiltinRow {
  return {
    names: [name],
    forms: [`(${name} x y)`],
    doc,
    example,
    clojure: name,
    arities: { 2: (branch, left, right) => operation(left, right, branch) },
  };
}

function unary(
  names: readonly [string, ...string[]],
  operation: (value: Numeric, branch: Branch) => Numeric,
  doc: string,
  example: readonly [string, string],
): BuiltinRow {
  return {
    names,
    forms: [`(${names[0]} x)`],
    doc,
    example,
    clojure: names[0],
    arities: { 1: (branch, value) => operation(numeric(value, names[0]), branch) },
  };
}

/** `max` and `min` go by the order of all values; NaN is contagious. */
function extreme(
  name: "max" | "min",
  sign: 1 | -1,
  doc: string,
  example: readonly [string, string],
): BuiltinRow {
  const choose = (branch: Branch, left: Value, right: Value): Value => {
    if (Number.isNaN(left) || Number.isNaN(right)) return NaN;
    return compareValues(left, right, branch) * sign >= 0 ? left : right;
  };
  return {
    names: [name, `Math/${name}`],
    forms: [`(${name} x y ...)`],
    doc,
    example,
    clojure: name,
    arities: {
      1: (_, value) => value,
      2: choose,
      rest: {
        from: 3,
        apply: (branch, args) => args.reduce((best, value) => choose(branch, best, value)),
      },
    },
  };
}

export const arithmeticRows: readonly BuiltinRow[] = [
  folding(["+", "+'"], add, 0, (value) => numeric(value, "+"), "The sum.", ["(+ 1 2 3)", "6"]),
  folding(["*", "*'"], multiply, 1, (value) => numeric(value, "*"), "The product.", [
    "(* 2 3 4)",
    "24",
  ]),
  folding(
    ["-", "-'"],
    subtract,
    undefined,
    (value, branch) => subtract(0, value, branch),
    "The difference; one argument is negated.",
    ["(- 10 3 2)", "5"],
  ),
  folding(
    ["/"],
    divide,
    undefined,
    (value, branch) => divide(1, value, branch),
    "The quotient: an integer when it is exact, else a decimal.",
    ["(/ 7 2)", "3.5"],
  ),
  binary("quot", quotient, "The quotient, truncated toward zero.", ["(quot -7 2)", "-3"]),
  binary("rem", remainder, "The remainder, with the sign of the dividend.", ["(rem -7 2)", "-1"]),
  binary("mod", modulo, "The remainder, with the sign of the divisor.", ["(mod -7 2)", "1"]),
  unary(["inc", "inc'"], (value, branch) => add(numeric(value, "inc"), 1, branch), "One more.", [
    "(inc 1)",
    "2",
  ]),
  unary(
    ["dec", "dec'"],
    (value, branch) => subtract(numeric(value, "dec"), 1, branch),
    "One less.",
    ["(dec 1)", "0"],
  ),
  unary(
    ["abs", "Math/abs"],
    (value) =>
      value >= 0 ? value : typeof value === "bigint" ? exactInteger(-value) : Math.abs(value),
    "The amount without its sign.",
    ["(abs -5)", "5"],
  ),
  extreme("max", 1, "The greatest argument.", ["(max 1 3 2)", "3"]),
  extreme("min", -1, "The least argument.", ["(min 1 3 2)", "1"]),
];
