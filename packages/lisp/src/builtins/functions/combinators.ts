// Functions that combine functions: `comp`, `partial`, `juxt` and others. A table makes each from
// the name of its maker and its parts, so that a function stored in memory can be restored.

import { Vector, type Value } from "@ptc/core/values";
import { isTruthy } from "@ptc/core/internal/values";
import { call1, callMany, withArity } from "../../functions/callable.ts";
import { eachElement } from "../../sequence/each-element.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { after, type Result } from "../../evaluation/result.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { DerivedFunction, type Invoke } from "../../functions/derived-function.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";

/**
 * `comp`: calls the last function with the arguments, then each earlier one with the result so
 * far.
 */
function composed(parts: readonly Value[]): Invoke {
  const last = parts.at(-1);
  const others = Vector.of(parts.slice(0, -1).reverse());
  if (last === undefined)
    return (_, args) => {
      withArity(args, 1, 1, "identity");
      return args[0] ?? null;
    };
  return (branch, args) =>
    after(callMany(branch, last, args), (first) => handOn(branch, others, first));
}

function handOn(branch: Branch, functions: Vector<Value>, first: Value): Result {
  let value = first;
  return eachElement(branch, functions, {
    compute: (f) => call1(branch, f, value),
    take: (computed) => {
      value = computed;
      return true;
    },
    finish: () => value,
  });
}

function juxtaposed(parts: readonly Value[]): Invoke {
  const functions = Vector.of(parts.slice());
  return (branch, args) => {
    branch.charge(bytesOfVector + parts.length * 8);
    const results: Value[] = [];
    return eachElement(branch, functions, {
      compute: (f) => callMany(branch, f, args),
      take: (computed) => results.push(computed) > 0,
      finish: () => Vector.ofGrown(results),
    });
  };
}

/** Replaces leading nil arguments with the values after `f`. */
function withDefaults([f = null, ...defaults]: readonly Value[]): Invoke {
  return (branch, args) => {
    if (args.length < defaults.length)
      throw new EvaluationError(
        "arity_error",
        `the function made by fnil takes at least ${defaults.length} argument${defaults.length === 1 ? "" : "s"}, got ${args.length}`,
        { op: "fnil" },
      );
    return callMany(
      branch,
      f,
      args.map((arg, index) => arg ?? defaults[index] ?? null),
    );
  };
}

/**
 * Calls each function with each argument, in this order, until `ends` is true for a result.
 * Returns the last result, or `none` if nothing was called.
 */
function tried(functions: readonly Value[], ends: (answer: Value) => boolean, none: Value): Invoke {
  return (branch, args) => {
    branch.charge(bytesOfVector + functions.length * args.length * 8);
    let last = none;
    const calls = Vector.of<Value>(
      Array.from({ length: functions.length * args.length }, (_, index) => index),
    );
    return eachElement(branch, calls, {
      compute: (_, index) =>
        call1(
          branch,
          functions[Math.floor(index / args.length)] ?? null,
          args[index % args.length] ?? null,
        ),
      take: (answer) => {
        last = answer;
        return !ends(answer);
      },
      finish: () => last,
    });
  };
}

function everyPredicate(parts: readonly Value[]): Invoke {
  const invoke = tried(parts, (answer) => !isTruthy(answer), true);
  return (branch, args) => after(invoke(branch, args), isTruthy);
}

/** Makes a comparator from a boolean function of two values. */
function comparator([holds = null]: readonly Value[]): Invoke {
  return (branch, [left = null, right = null]) =>
    after(callMany(branch, holds, [left, right]), (isBefore) => {
      if (isTruthy(isBefore)) return -1;
      return after(callMany(branch, holds, [right, left]), (isAfter) =>
        isTruthy(isAfter) ? 1 : 0,
      );
    });
}

/** The implementation of each maker. */
const makers: ReadonlyMap<string, (parts: readonly Value[]) => Invoke> = new Map<
  string,
  (parts: readonly Value[]) => Invoke
>([
  ["comp", composed],
  [
    "partial",
    ([f = null, ...fixed]) =>
      (branch, args) =>
        callMany(branch, f, [...fixed, ...args]),
  ],
  [
    "complement",
    ([f = null]) =>
      (branch, args) =>
        after(callMany(branch, f, args), (answer) => !isTruthy(answer)),
  ],
  [
    "constantly",
    ([value = null]) =>
      () =>
        value,
  ],
  ["juxt", juxtaposed],
  ["fnil", withDefaults],
  ["every-pred", everyPredicate],
  ["some-fn", (parts) => tried(parts, isTruthy, null)],
  ["comparator", comparator],
]);

/** Calls `(maker ...parts)` and stores the parts. Returns `undefined` for another maker. */
export function combine(maker: string, parts: readonly Value[]): DerivedFunction | undefined {
  const make = makers.get(maker);
  return make === undefined ? undefined : new DerivedFunction(maker, parts, make(parts));
}
