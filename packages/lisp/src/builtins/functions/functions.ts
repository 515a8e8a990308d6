// Builtins that make functions from functions, and that call functions.

import { FunctionValue, Vector, type Value } from "@ptc/core/values";
import { Callable, call0, callMany } from "../../functions/callable.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import type { Result } from "../../evaluation/result.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";
import { combine } from "./combinators.ts";
import { atMost } from "../../evaluation/arguments/expectations.ts";
import { memoize } from "./memoize.ts";
import { lazyConcatenation } from "../../sequence/layered-sequence.ts";
import { passedOn } from "../../sequence/fields.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { spread } from "../../sequence/positions.ts";
import { bytesOfFunction } from "../../evaluation/budget/byte-costs.ts";

function make(branch: Branch, maker: string, parts: readonly Value[]): Value {
  branch.charge(bytesOfFunction + parts.length * 8);
  return combine(maker, parts.slice()) ?? null;
}

/** Makes a function from all arguments, of which there are at least `from`. */
function combinator(name: string, from: number): Arities {
  return { rest: { from, apply: (branch, args) => make(branch, name, args) } };
}

/** Calls each result as long as it is a function. */
async function bounceAwaiting(branch: Branch, pending: Promise<Value>): Promise<Value> {
  let value = await pending;
  while (value instanceof FunctionValue) value = await call0(branch, value);
  return value;
}

/**
 * Calls `f` for `apply`. Counts as a call of its own because it takes a host stack frame, and the
 * depth limit must be reached before the host's stack ends.
 */
function apply(branch: Branch, [f = null, ...args]: readonly Value[]): Result {
  const tail = args.at(-1);
  if (tail instanceof LazySeq && f instanceof Callable) {
    const elements =
      args.length === 1 ? tail : lazyConcatenation(branch, [Vector.of(args.slice(0, -1)), tail]);
    branch.enter();
    const called = f.callWithElements(branch, elements);
    if (called !== undefined) return branch.leave(called);
    branch.depth--;
  }
  const values = spread(branch, args, "apply");
  branch.enter();
  return passedOn(tail ?? null, branch.leave(callMany(branch, f, values)));
}

function trampoline(branch: Branch, [f = null, ...args]: readonly Value[]): Result {
  let value = callMany(branch, f, args);
  for (;;) {
    if (value instanceof Promise) return bounceAwaiting(branch, value);
    if (!(value instanceof FunctionValue)) return value;
    value = call0(branch, value);
  }
}

function fnil(branch: Branch, args: readonly Value[]): Value {
  atMost(args, 4, "fnil", "(fnil f x y z)");
  return make(branch, "fnil", args);
}

function memoized(branch: Branch, f: Value): Value {
  // Includes its table.
  branch.charge(bytesOfFunction + 64);
  return memoize(branch, f);
}

export const functionRows: readonly BuiltinRow[] = [
  row("identity", "(identity x)", {
    doc: "x itself.",
    example: ["(identity 1)", "1"],
    readsElements: false,
    arities: { 1: (_, value) => value },
  }),
  row("apply", ["(apply f args)", "(apply f x ... args)"], {
    doc: "Calls f with the arguments x and the elements of args.",
    example: ["(apply + 1 [2 3])", "6"],
    callsFunctions: true,
    arities: { rest: { from: 2, apply } },
  }),
  row("comp", "(comp f ...)", {
    doc: "Makes a function that calls the last f, then each one before on the result.",
    example: ["((comp str inc) 5)", '"6"'],
    readsElements: false,
    arities: combinator("comp", 0),
  }),
  row("partial", "(partial f x ...)", {
    doc: "Fixes the first arguments of f.",
    example: ["((partial + 10) 5)", "15"],
    readsElements: false,
    arities: combinator("partial", 1),
  }),
  row("juxt", "(juxt f ...)", {
    doc: "Makes a function that returns a vector of each f's result.",
    example: ["((juxt :a :b) {:a 1, :b 2})", "[1 2]"],
    arities: combinator("juxt", 1),
  }),
  row("every-pred", "(every-pred pred ...)", {
    doc: "True if every pred is true for all arguments.",
    example: ["((every-pred pos? even?) 4)", "true"],
    arities: combinator("every-pred", 1),
  }),
  row("some-fn", "(some-fn f ...)", {
    doc: "Returns the first true result of any f for any argument.",
    example: ["((some-fn :a :b) {:b 2})", "2"],
    arities: combinator("some-fn", 1),
  }),
  row("fnil", ["(fnil f x)", "(fnil f x y)", "(fnil f x y z)"], {
    doc: "Makes f replace leading nil arguments with these values.",
    example: ["((fnil inc 0) nil)", "1"],
    arities: { rest: { from: 2, apply: fnil } },
  }),
  row("complement", "(complement f)", {
    doc: "Negates a predicate.",
    example: ["((complement even?) 3)", "true"],
    readsElements: false,
    arities: { 1: (branch, f) => make(branch, "complement", [f]) },
  }),
  row("constantly", "(constantly x)", {
    doc: "Makes a function returning x.",
    example: ["((constantly 5) 1 2)", "5"],
    readsElements: false,
    arities: { 1: (branch, value) => make(branch, "constantly", [value]) },
  }),
  row("comparator", "(comparator pred)", {
    doc: "Makes a comparator of a predicate of which value is first.",
    example: ["(sort (comparator >) [1 3 2])", "(3 2 1)"],
    arities: { 1: (branch, f) => make(branch, "comparator", [f]) },
  }),
  row("memoize", "(memoize f)", {
    doc: "Makes f cache results.",
    example: ["((memoize inc) 1)", "2"],
    arities: { 1: memoized },
  }),
  row("trampoline", "(trampoline f x ...)", {
    doc: "Calls f, then each result while it is a function.",
    example: ["(trampoline (fn [] (fn [] 7)))", "7"],
    callsFunctions: true,
    arities: { rest: { from: 1, apply: trampoline } },
  }),
];
