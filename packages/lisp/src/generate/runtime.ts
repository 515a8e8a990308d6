// Functions that generated code calls, passed as parameters. They do the same as the closures of
// `compile/` at the same locations, with the parts that the evaluator provides.

import type { Value, Vector } from "@ptc/core/values";
import type { Builtin } from "../builtins/builtin.ts";
import type { ComparisonName } from "../builtins/numbers/comparison.ts";
import type { GeneratorKit } from "../compile/generator-kit.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import type { Result } from "../evaluation/result.ts";
import type { Site } from "../evaluation/site.ts";
import type { FunctionCode } from "../functions/closure.ts";

/** An operation on operands that generated code doesn't compute inline. */
type Slow = (branch: Branch, site: Site, left: Value, right: Value) => Value;

type Call = (branch: Branch, first: never, second: Value, third: Value) => Result;

/** `initial` is the start value of a fold that failed at its first element. */
type Fault = (
  error: unknown,
  branch: Branch,
  elements: Vector<Value>,
  index: number,
  initial?: Value,
) => unknown;

export interface Runtime {
  readonly kit: GeneratorKit;
  /** Both are keyed by the name of the builtin. */
  readonly slowArithmetic: ReadonlyMap<string, Slow>;
  readonly slowComparison: ReadonlyMap<string, Slow>;
  /** Creates a closure with its captured values, and charges for both. */
  readonly closureWith: (branch: Branch, code: FunctionCode, captured: readonly Value[]) => Value;
  /** Makes a collection of elements; `isMarked` is true if they derive from a map of fields. */
  readonly sequenceOf: (items: Value[], isMarked: boolean) => Value;
  readonly vectorOf: (items: Value[], isMarked: boolean) => Value;
  /**
   * Returns a function that makes the error to throw if a loop over elements, generated for a call
   * of `builtin`, fails.
   */
  faultIn(builtin: Builtin, site: Site): Fault;
  /** Wraps `call` so that its errors note their call site, for builtins that call functions. */
  withCallSite(builtin: Builtin, site: Site, call: Call): Call;
}

/** Called once, so that code that is generated again has the same parameters. */
export function createRuntime(kit: GeneratorKit): Runtime {
  const { Closure, Vector, add, atElementOf, compareWith, callSiteError } = kit;
  const { equalValues, multiply, numeric, subtract } = kit;
  return {
    kit,
    slowArithmetic: new Map<string, Slow>([
      ["+", at((left, right, branch) => add(left, right, branch))],
      ["-", at((left, right, branch) => subtract(left, right, branch))],
      ["*", at((left, right, branch) => multiply(left, right, branch))],
      ["inc", at((left, one, branch) => add(numeric(left, "inc"), one, branch))],
      ["dec", at((left, one, branch) => add(numeric(left, "dec"), -(one as number), branch))],
    ]),
    slowComparison: new Map<string, Slow>([
      ["=", at((left, right, branch) => equalValues(left, right, branch))],
      ...(["<", ">", "<=", ">="] as const).map((name: ComparisonName): readonly [string, Slow] => [
        name,
        at((left, right, branch) => compareWith(name, left, right, branch)),
      ]),
    ]),
    closureWith: (branch, code, captured) => {
      branch.charge(48 + captured.length * 8);
      return new Closure(code, captured);
    },
    sequenceOf: (items, isMarked) => markedIf(isMarked, Vector.ofGrown(items, "sequence")),
    vectorOf: (items, isMarked) => markedIf(isMarked, Vector.ofGrown(items)),
    faultIn: (builtin, site) => (error, branch, elements, index, initial) => {
      const located = atElementOf(error, branch, elements, index, 0, initial);
      return callSiteError(builtin, site, located, branch);
    },
    withCallSite: (builtin, site, call) => (branch, first, second, third) => {
      try {
        return call(branch, first, second, third);
      } catch (error) {
        throw callSiteError(builtin, site, error, branch);
      }
    },
  };
}

function markedIf(isMarked: boolean, made: Vector<Value>): Value {
  return isMarked ? made.ofFields() : made;
}

function at(operation: (left: Value, right: Value, branch: Branch) => Value): Slow {
  return (branch, site, left, right) => {
    branch.site = site;
    return operation(left, right, branch);
  };
}

/**
 * Returns the code of a builtin for one to three arguments. For any other number it takes an
 * array.
 */
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
