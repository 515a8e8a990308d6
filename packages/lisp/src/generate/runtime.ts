// Functions that generated code calls, as parameters. They do what the closures of `compile/` do at
// the same places.

import type { Value, Vector } from "@ptc/core/values";
import type { Builtin } from "../builtins/builtin.ts";
import { compareWith, equalValues, type ComparisonName } from "../builtins/numbers/comparison.ts";
import { add, multiply, numeric, subtract } from "../builtins/numbers/numbers.ts";
import type { Branch } from "../evaluation/branch.ts";
import { atElementOf } from "../evaluation/operand-error.ts";
import type { Result } from "../evaluation/result.ts";
import type { Site } from "../evaluation/site.ts";
import { placedError } from "../compile/placed.ts";
import { Closure, type FunctionCode } from "../functions/closure.ts";

/** An operation on operands that are not what generated code computes with. */
export type Slow = (branch: Branch, site: Site, left: Value, right: Value) => Value;

export const slowArithmetic: ReadonlyMap<string, Slow> = new Map<string, Slow>([
  ["+", at((left, right, branch) => add(left, right, branch))],
  ["-", at((left, right, branch) => subtract(left, right, branch))],
  ["*", at((left, right, branch) => multiply(left, right, branch))],
  ["inc", at((left, one, branch) => add(numeric(left, "inc"), one, branch))],
  ["dec", at((left, one, branch) => add(numeric(left, "dec"), -(one as number), branch))],
]);

export const slowComparison: ReadonlyMap<string, Slow> = new Map<string, Slow>([
  ["=", at((left, right, branch) => equalValues(left, right, branch))],
  ...(["<", ">", "<=", ">="] as const).map((name: ComparisonName): readonly [string, Slow] => [
    name,
    at((left, right, branch) => compareWith(name, left, right, branch)),
  ]),
]);

function at(operation: (left: Value, right: Value, branch: Branch) => Value): Slow {
  return (branch, site, left, right) => {
    branch.site = site;
    return operation(left, right, branch);
  };
}

/** A closure that has captured something. */
export function closureWith(branch: Branch, code: FunctionCode, captured: readonly Value[]): Value {
  branch.charge(48 + captured.length * 8);
  return new Closure(code, captured);
}

export function closureAlone(code: FunctionCode): Value {
  return new Closure(code, []);
}

/** The error to throw where a loop over elements, made of a call of `builtin`, has failed. */
export function faultIn(builtin: Builtin, site: Site) {
  return (error: unknown, branch: Branch, elements: Vector<Value>, index: number): unknown =>
    placedError(builtin, site, atElementOf(error, branch, elements, index), branch);
}

type Call = (branch: Branch, first: never, second: Value, third: Value) => Result;

/** The code of a builtin for one to three arguments; for any other number it takes an array. */
export function arityOf(builtin: Builtin, count: number): Call {
  const { arities } = builtin.row;
  const known =
    count === 1 ? arities[1] : count === 2 ? arities[2] : count === 3 ? arities[3] : undefined;
  if (known !== undefined) return known;
  if (count === 0 || count > 3)
    return (branch: Branch, args: readonly Value[]) => builtin.callMany(branch, args);
  return (branch: Branch, ...args: readonly Value[]) =>
    builtin.callMany(branch, args.slice(0, count));
}

/** `call` with the errors placed, for builtins that call functions. */
export function placedCall(builtin: Builtin, site: Site, call: Call): Call {
  return (branch, first, second, third) => {
    try {
      return call(branch, first, second, third);
    } catch (error) {
      throw placedError(builtin, site, error, branch);
    }
  };
}
