// Atoms and dereferencing. A mutable value exists only inside one program and one branch.

import { Vector, equals, typeName, type Value } from "@ptc/core/values";
import { Atom } from "../../evaluation/state/atom.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { Callable, callMany } from "../../functions/callable.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { Reduced } from "../../functions/reduced.ts";
import { Delay } from "../../sequence/delay.ts";
import { delayRows } from "./delays.ts";
import { atomOf, atomWithOptions, setValid, validated, validatorRows } from "./validators.ts";
import { row, type BuiltinRow } from "../row.ts";

function deref(branch: Branch, value: Value): Value {
  if (value instanceof Atom || value instanceof Reduced) return value.value;
  if (value instanceof Delay) return value.force(branch);
  const defined = value instanceof Callable ? value.definition(branch) : undefined;
  if (defined !== undefined) return defined;
  throw new EvaluationError(
    "type_error",
    `deref: expected an atom or a delay, got ${typeName(value)}`,
    {
      op: "deref",
      hint: "use a value by its name, without @",
    },
  );
}

/** Replaces the atom's value with the result of `f`; `answer` selects the result of the call. */
function swap(
  operation: string,
  answer: (before: Value, now: Value) => Value,
): (branch: Branch, args: readonly Value[]) => Result {
  return (branch, [target = null, f = null, ...args]) => {
    const atom = atomOf(target, operation);
    atom.assertOwner(branch, operation);
    const before = atom.value;
    return after(callMany(branch, f, [before, ...args]), (now) =>
      after(setValid(branch, atom, now, operation), () => answer(before, now)),
    );
  };
}

function reset(branch: Branch, target: Value, value: Value): Result {
  return setValid(branch, atomOf(target, "reset!"), value, "reset!");
}

function resetValues(branch: Branch, target: Value, value: Value): Result {
  const atom = atomOf(target, "reset-vals!");
  const before = atom.value;
  return after(setValid(branch, atom, value, "reset-vals!"), () => pair(before, value));
}

function compareAndSet(branch: Branch, target: Value, before: Value, value: Value): Result {
  const atom = atomOf(target, "compare-and-set!");
  atom.assertOwner(branch, "compare-and-set!");
  // Like Clojure, call the validator even if nothing is set.
  return after(validated(branch, atom.validator, value, "compare-and-set!"), () => {
    if (!equals(atom.value, before, branch)) return false;
    atom.set(branch, value, "compare-and-set!");
    return true;
  });
}

const make = (branch: Branch, value: Value): Value => {
  branch.charge(64);
  return new Atom(branch, value);
};

const pair = (before: Value, now: Value): Value => Vector.of([before, now]);

export const stateRows: readonly BuiltinRow[] = [
  row("atom", ["(atom x)", "(atom x :validator f :meta m)"], {
    doc: "Makes a value that can change inside this program and this branch. The validator must return true for new values.",
    example: ["(let [a (atom 1)] (swap! a inc) @a)", "2"],
    callsFunctions: true,
    readsElements: false,
    arities: { 1: make, rest: { from: 2, apply: atomWithOptions } },
  }),
  row("volatile!", "(volatile! x)", {
    doc: "Like (atom x).",
    example: ["(let [v (volatile! 1)] (vswap! v inc) @v)", "2"],
    arities: { 1: make },
  }),
  ...validatorRows,
  row("deref", ["(deref a)", "@a"], {
    doc: "Returns the current value of an atom, or of a delay, computed once.",
    example: ["@(atom 1)", "1"],
    arities: { 1: deref },
  }),
  row(["swap!", "vswap!"], ["(swap! a f)", "(swap! a f x ...)"], {
    doc: "Sets the atom to f of its value, and returns that.",
    example: ["(swap! (atom 1) + 10)", "11"],
    callsFunctions: true,
    arities: { rest: { from: 2, apply: swap("swap!", (_, now) => now) } },
  }),
  row("swap-vals!", ["(swap-vals! a f)", "(swap-vals! a f x ...)"], {
    doc: "Like swap!, but returns the old and the new value.",
    example: ["(swap-vals! (atom 1) inc)", "[1 2]"],
    callsFunctions: true,
    arities: { rest: { from: 2, apply: swap("swap-vals!", pair) } },
  }),
  row(["reset!", "vreset!"], "(reset! a x)", {
    doc: "Sets the atom to x and returns x.",
    example: ["(let [a (atom 1)] (reset! a 5) @a)", "5"],
    callsFunctions: true,
    readsElements: false,
    arities: { 2: reset },
  }),
  row("reset-vals!", "(reset-vals! a x)", {
    doc: "Like reset!, but returns the old and the new value.",
    example: ["(reset-vals! (atom 1) 5)", "[1 5]"],
    callsFunctions: true,
    arities: { 2: resetValues },
  }),
  row("compare-and-set!", "(compare-and-set! a before x)", {
    doc: "Sets the atom to x if its value equals before; returns whether it did.",
    example: ["(compare-and-set! (atom 1) 1 2)", "true"],
    callsFunctions: true,
    arities: { 3: compareAndSet },
  }),
  ...delayRows,
];
