// Comparison: `=`, `<` and their like, and `compare`. Numbers compare by amount; a comparison with
// NaN is false.

import { compareValues, type Value } from "@ptc/core/values";
import { row, type Arities, type BuiltinRow } from "../row.ts";
import { compareWith, equalValues, type ComparisonName } from "./comparison.ts";

function allInOrder(
  args: readonly Value[],
  holds: (left: Value, right: Value, rightIndex: number) => boolean,
): boolean {
  return args.every((value, index) => index === 0 || holds(args[index - 1] ?? null, value, index));
}

function comparison(name: ComparisonName): Arities {
  return {
    1: () => true,
    2: (branch, left, right) => compareWith(name, left, right, branch),
    rest: {
      from: 3,
      apply: (branch, args) =>
        allInOrder(args, (left, right, index) =>
          compareWith(name, left, right, branch, [index - 1, index]),
        ),
    },
  };
}

export const orderingRows: readonly BuiltinRow[] = [
  row("<", ["(< x)", "(< x y & more)"], {
    doc: "True if each argument is less than the next.",
    example: ["(< 1 2 3)", "true"],
    readsElements: false,
    arities: comparison("<"),
  }),
  row(">", ["(> x)", "(> x y & more)"], {
    doc: "True if each argument is greater than the next.",
    example: ["(> 3 2 1)", "true"],
    readsElements: false,
    arities: comparison(">"),
  }),
  row("<=", ["(<= x)", "(<= x y & more)"], {
    doc: "True if no argument is greater than the next.",
    example: ["(<= 1 1 2)", "true"],
    readsElements: false,
    arities: comparison("<="),
  }),
  row(">=", ["(>= x)", "(>= x y & more)"], {
    doc: "True if no argument is less than the next.",
    example: ["(>= 2 1 1)", "true"],
    readsElements: false,
    arities: comparison(">="),
  }),
  row("=", ["(= x)", "(= x y & more)"], {
    doc: "True if all arguments are equal by value.",
    example: ["(= [1 2] [1 2])", "true"],
    arities: {
      1: () => true,
      2: (branch, left, right) => equalValues(left, right, branch),
      rest: {
        from: 3,
        apply: (branch, args) =>
          allInOrder(args, (left, right) => equalValues(left, right, branch)),
      },
    },
  }),
  row("not=", ["(not= x)", "(not= x y & more)"], {
    doc: "True if the arguments are not all equal.",
    example: ["(not= 1 2)", "true"],
    arities: {
      1: () => false,
      2: (branch, left, right) => !equalValues(left, right, branch),
      rest: {
        from: 3,
        apply: (branch, args) =>
          !allInOrder(args, (left, right) => equalValues(left, right, branch)),
      },
    },
  }),
  row("compare", "(compare x y)", {
    doc: "-1, 0 or 1 if x comes before, with or after y: nil first, then values of one type.",
    example: ['(compare "a" "b")', "-1"],
    readsElements: false,
    arities: { 2: (branch, left, right) => compareValues(left, right, branch) },
  }),
];
