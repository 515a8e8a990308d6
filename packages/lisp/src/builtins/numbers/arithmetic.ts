// Arithmetic builtins: sums, products, quotients, and the greatest and least of several numbers.
// The operations on two numbers are in numbers.ts.

import { SetValue, Vector, type Value } from "@ptc/core/values";
import { notNumber } from "../../evaluation/arguments/operand-error.ts";
import { comparedQuantities } from "./comparison.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
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
import { row, type Arities, type BuiltinRow } from "../row.ts";

type Operation = (left: Value, right: Value, branch: Branch) => Numeric;

/** Folds an operation over any number of arguments; `alone` handles a single one. */
function folding(
  name: string,
  operation: Operation,
  none: Numeric | undefined,
  alone: (value: Value, branch: Branch) => Numeric,
): Arities {
  return {
    ...(none === undefined ? {} : { 0: () => none }),
    1: (branch, value) => alone(value, branch),
    2: (branch, left, right) => operation(left, right, branch),
    rest: {
      from: 3,
      apply: (branch, args) => {
        branch.spend(args.length);
        // Check all arguments first, so that an error names an argument instead of a subtotal.
        for (const [index, value] of args.entries()) numeric(value, name, index);
        return args.reduce((total, value) => operation(total, value, branch));
      },
    },
  };
}

function binary(operation: Operation): Arities {
  return { 2: (branch, left, right) => operation(left, right, branch) };
}

function unary(name: string, operation: (value: Numeric, branch: Branch) => Numeric): Arities {
  return { 1: (branch, value) => operation(numeric(value, name), branch) };
}

/**
 * `max` and `min` use the order of `<`. The result is NaN if an argument is. A single argument
 * isn't compared.
 */
function extreme(name: "max" | "min", sign: 1 | -1): Arities {
  const isBetter = (left: Value, right: Value, branch: Branch, indexes?: [number, number]) => {
    const order = comparedQuantities(name, left, right, branch, indexes);
    return !Number.isNaN(left) && (Number.isNaN(right) || order * sign < 0);
  };
  return {
    1: (_, value) => {
      // In Clojure the greatest of one collection is that collection, which is never meant.
      if (value instanceof Vector || value instanceof SetValue) throw notNumber(value, name);
      return value;
    },
    2: (branch, left, right) => (isBetter(left, right, branch) ? right : left),
    rest: {
      from: 3,
      apply: (branch, args) => {
        let best = 0;
        for (let index = 1; index < args.length; index++) {
          const [left = null, right = null] = [args[best], args[index]];
          if (isBetter(left, right, branch, [best, index])) best = index;
        }
        return args[best] ?? null;
      },
    },
  };
}

export const arithmeticRows: readonly BuiltinRow[] = [
  row(["+", "+'"], "(+ x y ...)", {
    doc: "The sum.",
    example: ["(+ 1 2 3)", "6"],
    readsElements: false,
    arities: folding("+", add, 0, (value) => numeric(value, "+")),
  }),
  row(["*", "*'"], "(* x y ...)", {
    doc: "Multiplies.",
    example: ["(* 2 3 4)", "24"],
    readsElements: false,
    arities: folding("*", multiply, 1, (value) => numeric(value, "*")),
  }),
  row(["-", "-'"], "(- x y ...)", {
    doc: "Subtracts; negates a single argument.",
    example: ["(- 10 3 2)", "5"],
    readsElements: false,
    arities: folding("-", subtract, undefined, (value, branch) =>
      subtract(0, numeric(value, "-"), branch),
    ),
  }),
  row("/", "(/ x y ...)", {
    doc: "Divides: an integer if exact, otherwise a decimal.",
    example: ["(/ 7 2)", "3.5"],
    readsElements: false,
    arities: folding("/", divide, undefined, (value, branch) =>
      divide(1, numeric(value, "/"), branch),
    ),
  }),
  row("quot", "(quot x y)", {
    doc: "Divides, truncating toward zero.",
    example: ["(quot -7 2)", "-3"],
    readsElements: false,
    arities: binary(quotient),
  }),
  row("rem", "(rem x y)", {
    doc: "The remainder, with the dividend's sign.",
    example: ["(rem -7 2)", "-1"],
    readsElements: false,
    arities: binary(remainder),
  }),
  row("mod", "(mod x y)", {
    doc: "The remainder, with the divisor's sign.",
    example: ["(mod -7 2)", "1"],
    readsElements: false,
    arities: binary(modulo),
  }),
  row(["inc", "inc'"], "(inc x)", {
    doc: "Adds one.",
    example: ["(inc 1)", "2"],
    readsElements: false,
    arities: unary("inc", (value, branch) => add(numeric(value, "inc"), 1, branch)),
  }),
  row(["dec", "dec'"], "(dec x)", {
    doc: "One less.",
    example: ["(dec 1)", "0"],
    readsElements: false,
    arities: unary("dec", (value, branch) => subtract(numeric(value, "dec"), 1, branch)),
  }),
  row(["abs", "Math/abs"], "(abs x)", {
    doc: "The amount without its sign.",
    example: ["(abs -5)", "5"],
    readsElements: false,
    arities: unary("abs", (value, branch) =>
      value >= 0 ? value : typeof value === "bigint" ? subtract(0, value, branch) : Math.abs(value),
    ),
  }),
  row(["max", "Math/max"], "(max x y ...)", {
    doc: "The greatest argument.",
    example: ["(max 1 3 2)", "3"],
    readsElements: false,
    arities: extreme("max", 1),
  }),
  row(["min", "Math/min"], "(min x y ...)", {
    doc: "The least argument.",
    example: ["(min 1 3 2)", "1"],
    readsElements: false,
    arities: extreme("min", -1),
  }),
];
