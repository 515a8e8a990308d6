// Builtins that make functions of functions, and that call them.

import { FunctionValue, Vector, type Value } from "@ptc/core/values";
import { Callable, call0, callMany } from "../../functions/callable.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import type { Result } from "../../evaluation/result.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";
import { combine } from "./combinators.ts";
import { atMost } from "../../evaluation/arguments/expectations.ts";
import { memoize } from "./memoize.ts";
import { lazyConcatenation } from "../../sequence/layered-sequence.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { spread } from "../../sequence/positions.ts";

function make(branch: Branch, maker: string, parts: readonly Value[]): Value {
  branch.charge(64 + parts.length * 8);
  return combine(maker, parts.slice()) ?? null;
}

/** Makes a function of all arguments, at least `from` of them. */
function combinator(name: string, from: number): Arities {
  return { rest: { from, apply: (branch, args) => make(branch, name, args) } };
}

/** Calls what `f` answers for as long as it answers functions. */
async function bounceAwaiting(branch: Branch, pending: Promise<Value>): Promise<Value> {
  let value = await pending;
  while (value instanceof FunctionValue) value = await call0(branch, value);
  return value;
}

/**
 * `apply` counts as a call of its own, because it takes a frame of the host's stack: the limit of
 * depth must be reached before that stack ends.
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
  return branch.leave(callMany(branch, f, values));
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
  branch.charge(96);
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
    doc: "Calls f with the elements of args as its arguments, after those that stand before.",
    example: ["(apply + 1 [2 3])", "6"],
    callsFunctions: true,
    arities: { rest: { from: 2, apply } },
  }),
  row("comp", "(comp f ...)", {
    doc: "A function that calls the last f, the one before with its result, and so on.",
    example: ["((comp str inc) 5)", '"6"'],
    readsElements: false,
    arities: combinator("comp", 0),
  }),
  row("partial", "(partial f x ...)", {
    doc: "f with its first arguments given.",
    example: ["((partial + 10) 5)", "15"],
    readsElements: false,
    arities: combinator("partial", 1),
  }),
  row("juxt", "(juxt f ...)", {
    doc: "A function that answers a vector of the results of every f.",
    example: ["((juxt :a :b) {:a 1, :b 2})", "[1 2]"],
    arities: combinator("juxt", 1),
  }),
  row("every-pred", "(every-pred pred ...)", {
    doc: "Whether every pred is true for every argument.",
    example: ["((every-pred pos? even?) 4)", "true"],
    arities: combinator("every-pred", 1),
  }),
  row("some-fn", "(some-fn f ...)", {
    doc: "The first answer that is true of any f for any argument.",
    example: ["((some-fn :a :b) {:b 2})", "2"],
    arities: combinator("some-fn", 1),
  }),
  row("fnil", ["(fnil f x)", "(fnil f x y)", "(fnil f x y z)"], {
    doc: "f with other values in place of leading arguments that are nil.",
    example: ["((fnil inc 0) nil)", "1"],
    arities: { rest: { from: 2, apply: fnil } },
  }),
  row("complement", "(complement f)", {
    doc: "The opposite of a predicate.",
    example: ["((complement even?) 3)", "true"],
    readsElements: false,
    arities: { 1: (branch, f) => make(branch, "complement", [f]) },
  }),
  row("constantly", "(constantly x)", {
    doc: "A function that always answers x.",
    example: ["((constantly 5) 1 2)", "5"],
    readsElements: false,
    arities: { 1: (branch, value) => make(branch, "constantly", [value]) },
  }),
  row("comparator", "(comparator pred)", {
    doc: "A comparator of a predicate that says which value comes first.",
    example: ["(sort (comparator >) [1 3 2])", "(3 2 1)"],
    arities: { 1: (branch, f) => make(branch, "comparator", [f]) },
  }),
  row("memoize", "(memoize f)", {
    doc: "f, remembering its results.",
    example: ["((memoize inc) 1)", "2"],
    arities: { 1: memoized },
  }),
  row("trampoline", "(trampoline f x ...)", {
    doc: "Calls f, and what it answers as long as that is a function.",
    example: ["(trampoline (fn [] (fn [] 7)))", "7"],
    callsFunctions: true,
    arities: { rest: { from: 1, apply: trampoline } },
  }),
];
