// Comparison: `=`, `<` and their like, over the total order of values. Numbers compare by amount,
// NaN with nothing.

import { compareValues, type Value } from "@ptc/core/values";
import type { BuiltinRow } from "../builtin.ts";
import { compareWith, equalValues, type ComparisonName } from "./comparison.ts";

function allInOrder(
  args: readonly Value[],
  holds: (left: Value, right: Value) => boolean,
): boolean {
  return args.every((value, index) => index === 0 || holds(args[index - 1] ?? null, value));
}

function comparison(
  name: ComparisonName,
  doc: string,
  example: readonly [string, string],
): BuiltinRow {
  return {
    names: [name],
    forms: [`(${name} x)`, `(${name} x y & more)`],
    doc,
    example,
    clojure: name,
    arities: {
      1: () => true,
      2: (branch, left, right) => compareWith(name, left, right, branch),
      rest: {
        from: 3,
        apply: (branch, args) =>
          allInOrder(args, (left, right) => compareWith(name, left, right, branch)),
      },
    },
  };
}

export const orderingRows: readonly BuiltinRow[] = [
  comparison("<", "Whether each argument is less than the next.", ["(< 1 2 3)", "true"]),
  comparison(">", "Whether each argument is greater than the next.", ["(> 3 2 1)", "true"]),
  comparison("<=", "Whether no argument is greater than the next.", ["(<= 1 1 2)", "true"]),
  comparison(">=", "Whether no argument is less than the next.", ["(>= 2 1 1)", "true"]),
  {
    names: ["="],
    forms: ["(= x)", "(= x y & more)"],
    doc: "Whether all arguments are equal by value.",
    example: ["(= [1 2] [1 2])", "true"],
    clojure: "=",
    arities: {
      1: () => true,
      2: (branch, left, right) => equalValues(left, right, branch),
      rest: {
        from: 3,
        apply: (branch, args) =>
          allInOrder(args, (left, right) => equalValues(left, right, branch)),
      },
    },
  },
  {
    names: ["not="],
    forms: ["(not= x)", "(not= x y & more)"],
    doc: "Whether the arguments are not all equal.",
    example: ["(not= 1 2)", "true"],
    clojure: "not=",
    arities: {
      1: () => false,
      2: (branch, left, right) => !equalValues(left, right, branch),
      rest: {
        from: 3,
        apply: (branch, args) =>
          !allInOrder(args, (left, right) => equalValues(left, right, branch)),
      },
    },
  },
  {
    names: ["compare"],
    forms: ["(compare x y)"],
    doc: "-1, 0 or 1 as x comes before, with or after y in the order of all values.",
    example: ['(compare "a" "b")', "-1"],
    clojure: "compare",
    arities: { 2: (branch, left, right) => compareValues(left, right, branch) },
  },
];
