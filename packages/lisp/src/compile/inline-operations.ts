// Arithmetic and comparison of two numbers without a call. The general builtin takes over for everything else, so the
// meaning is the builtin's; both count one step.

import type { Value } from "@ptc/core/values";
import { compareWith, equalValues, type ComparisonName } from "../builtins/comparison.ts";
import { add, multiply, numeric, subtract } from "../builtins/numbers.ts";
import type { Branch } from "../evaluation/branch.ts";
import type { Site } from "../evaluation/site.ts";
import type { SynchronousThunk } from "./compilation.ts";

type Binary = (left: Value, right: Value, branch: Branch) => Value;

const binaryOperations: ReadonlyMap<string, Binary> = new Map<string, Binary>([
  ["+", add],
  ["-", subtract],
  ["*", multiply],
  ["=", equalValues],
]);

const comparisons: ReadonlyMap<string, (left: number, right: number) => boolean> = new Map([
  ["<", (left: number, right: number) => left < right],
  [">", (left: number, right: number) => left > right],
  ["<=", (left: number, right: number) => left <= right],
  [">=", (left: number, right: number) => left >= right],
]);

/** Code for `name` applied to `args`, or `undefined` when the call is not of a kind that is inlined. */
export function inlineOperation(name: string, args: readonly SynchronousThunk[], site: Site): SynchronousThunk | undefined {
  const [first, second] = args;
  if (first !== undefined && args.length === 1) return inlineUnary(name, first, site);
  if (first === undefined || second === undefined || args.length !== 2) return undefined;
  const binary = binaryOperations.get(name);
  if (binary !== undefined) return inlineBinary(binary, first, second, site);
  const compare = comparisons.get(name);
  return compare === undefined ? undefined : inlineComparison(name as ComparisonName, compare, first, second, site);
}

/** The same operation on values, for arguments that may have to be waited for; none for `=`, which may have to wait itself. */
export function binaryOperation(name: string): Binary | undefined {
  if (name === "=") return undefined;
  const compare = comparisons.get(name);
  if (compare === undefined) return binaryOperations.get(name);
  return (left, right, branch) => (typeof left === "number" && typeof right === "number" ? compare(left, right) : compareWith(name as ComparisonName, left, right, branch));
}

function inlineBinary(operation: Binary, first: SynchronousThunk, second: SynchronousThunk, site: Site): SynchronousThunk {
  return (frame, branch) => {
    const left = first(frame, branch);
    const right = second(frame, branch);
    branch.site = site;
    if (--branch.ticks < 0) branch.refill();
    return operation(left, right, branch);
  };
}

function inlineComparison(
  name: ComparisonName, compare: (left: number, right: number) => boolean, first: SynchronousThunk, second: SynchronousThunk, site: Site,
): SynchronousThunk {
  return (frame, branch) => {
    const left = first(frame, branch);
    const right = second(frame, branch);
    branch.site = site;
    if (--branch.ticks < 0) branch.refill();
    return typeof left === "number" && typeof right === "number" ? compare(left, right) : compareWith(name, left, right, branch);
  };
}

function inlineUnary(name: string, first: SynchronousThunk, site: Site): SynchronousThunk | undefined {
  if (name !== "inc" && name !== "dec") return undefined;
  const operation = name === "inc" ? add : subtract;
  return (frame, branch) => {
    const value = first(frame, branch);
    branch.site = site;
    if (--branch.ticks < 0) branch.refill();
    return operation(numeric(value, name), 1, branch);
  };
}
