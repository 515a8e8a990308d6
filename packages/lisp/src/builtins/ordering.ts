// Comparison: `=`, `<` and their like, over the total order of values. Numbers compare by amount, NaN with nothing.

import { compareValues, equals, type Value } from "@ptc/core/values";
import { LazySeq } from "../lazy/lazy-seq.ts";
import type { Branch } from "../evaluation/branch.ts";
import type { BuiltinRow } from "./builtin.ts";

export type ComparisonName = "<" | ">" | "<=" | ">=";

const accepted: Readonly<Record<ComparisonName, (order: number) => boolean>> = {
  "<": (order) => order < 0,
  ">": (order) => order > 0,
  "<=": (order) => order <= 0,
  ">=": (order) => order >= 0,
};

/** Whether `left name right` holds in the total order; false as soon as a NaN is compared. */
export function compareWith(name: ComparisonName, left: Value, right: Value, branch: Branch): boolean {
  if (Number.isNaN(left) || Number.isNaN(right)) return false;
  return accepted[name](compareValues(left, right, branch));
}

/** `=`: a lazy sequence is compared by its elements, so it must end. */
export function equalValues(left: Value, right: Value, branch: Branch): boolean {
  return left === right || equals(comparable(left, branch), comparable(right, branch), branch);
}

function comparable(value: Value, branch: Branch): Value {
  return value instanceof LazySeq ? value.realise(branch, "=") : value;
}

function allInOrder(args: readonly Value[], holds: (left: Value, right: Value) => boolean): boolean {
  return args.every((value, index) => index === 0 || holds(args[index - 1] ?? null, value));
}

function comparison(name: ComparisonName, doc: string, example: readonly [string, string]): BuiltinRow {
  return {
    names: [name],
    forms: [`(${name} x)`, `(${name} x y & more)`],
    doc,
    example,
    clojure: name,
    arities: {
      1: () => true,
      2: (branch, left, right) => compareWith(name, left, right, branch),
      rest: { from: 3, apply: (branch, args) => allInOrder(args, (left, right) => compareWith(name, left, right, branch)) },
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
      rest: { from: 3, apply: (branch, args) => allInOrder(args, (left, right) => equalValues(left, right, branch)) },
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
      rest: { from: 3, apply: (branch, args) => !allInOrder(args, (left, right) => equalValues(left, right, branch)) },
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
