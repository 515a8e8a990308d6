// Builtins that reduce a collection to one value: `reduce` and `reductions`, searches that end
// early, and functions that compute every element for its effects.

import { Vector, type Value } from "@ptc/core/values";
import { isTruthy } from "@ptc/core/internal/values";
import { call0, call1, call2, isCallable } from "../../functions/callable.ts";
import { eachElement } from "../../sequence/each-element.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { described, wrongType } from "../../evaluation/arguments/expectations.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { endOfSequence } from "../../sequence/produced.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";
import { layeredSequence } from "../../sequence/layered-sequence.ts";
import { collectionFor } from "../../sequence/collection-for.ts";
import {
  dropElements,
  eachItem,
  elementAt,
  sequenceOf,
  type Sequence,
} from "../../sequence/sequence-source.ts";
import { fillable, filled, isOfFields } from "../../sequence/fields.ts";
import { fold } from "./fold.ts";
import { Reduced, unreduced } from "../../functions/reduced.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";

/** `(reduce f coll)`: folds from the first element. Returns `(f)` for an empty collection. */
function reduceFromFirst(branch: Branch, f: Value, collection: Value): Result {
  const sequence = collectionFor(branch, collection, "reduce");
  const first = elementAt(branch, sequence, 0);
  return first === undefined
    ? call0(branch, f)
    : fold(branch, dropElements(branch, sequence, 1), f, first, 1);
}

/** `(reduce f init coll)`. Programs often confuse the order of the three. */
function reduceFrom(branch: Branch, f: Value, initial: Value, collection: Value): Result {
  const order = "write (reduce f init coll)";
  if (!isCallable(f))
    throw new EvaluationError(
      "not_callable",
      `reduce: expected a function first, got ${described(f)}`,
      { op: "reduce", hint: order },
    );
  if (typeof collection === "number") throw wrongType("reduce", "a collection", collection, order);
  return fold(branch, collectionFor(branch, collection, "reduce"), f, initial);
}

function reductions(
  branch: Branch,
  f: Value,
  first: Value,
  sequence: Sequence,
  isFirst = false,
): Result {
  const initial = isOfFields(sequence) ? fillable(first, isFirst) : first;
  return sequence instanceof LazySeq
    ? lazyReductions(branch, f, initial, sequence)
    : vectorReductions(branch, f, initial, sequence);
}

function vectorReductions(
  branch: Branch,
  f: Value,
  initial: Value,
  elements: Vector<Value>,
): Result {
  branch.charge(bytesOfVector + elements.count * 8);
  let accumulated = initial;
  const steps: Value[] = [filled(initial)];
  return eachElement(branch, elements, {
    compute: (element) => call2(branch, f, accumulated, element),
    take: (computed) => {
      accumulated = unreduced(computed);
      steps.push(filled(accumulated));
      return !(computed instanceof Reduced);
    },
    finish: () => Vector.ofGrown(steps),
  });
}

/**
 * Lazily returns the reductions of a sequence. They can end even if the sequence is infinite, if
 * `f` returns a `reduced` value.
 */
export function lazyReductions(
  maker: Branch,
  f: Value,
  initial: Value,
  source: LazySeq,
  start = -1,
): LazySeq {
  let accumulated = initial;
  let index = start;
  const next = (value: Value): Value => {
    accumulated = value;
    index++;
    return filled(unreduced(value));
  };
  const made = layeredSequence(
    maker,
    (branch) => {
      if (index >= 0) {
        const element = accumulated instanceof Reduced ? undefined : source.at(index, branch);
        if (element === undefined) return endOfSequence;
        return after(call2(branch, f, accumulated, element), next);
      }
      return next(initial);
    },
    false,
    () =>
      accumulated instanceof Reduced && index >= 0
        ? ["concat"]
        : ["reductions", f, accumulated, source, index],
  );
  if (source.isUnbounded) made.markOpenEnded();
  return made;
}

function reductionsFromFirst(branch: Branch, f: Value, collection: Value): Result {
  const sequence = collectionFor(branch, collection, "reductions");
  const first = elementAt(branch, sequence, 0);
  if (first === undefined) return after(call0(branch, f), (value) => Vector.of([value]));
  return reductions(branch, f, first, dropElements(branch, sequence, 1), true);
}

/**
 * Calls `f` with one element after another until `ends` is true for a result, and returns `found`
 * of that result. Otherwise returns `otherwise`.
 */
function search(
  branch: Branch,
  f: Value,
  collection: Value,
  operation: string,
  ends: (answer: Value) => boolean,
  found: (answer: Value) => Value,
  otherwise: Value,
): Result {
  let result = otherwise;
  return eachItem(branch, collectionFor(branch, collection, operation), {
    compute: (element) => call1(branch, f, element),
    take: (answer) => {
      if (!ends(answer)) return true;
      result = found(answer);
      return false;
    },
    finish: () => result,
  });
}

const isFalsy = (value: Value): boolean => !isTruthy(value);

function searching(
  name: string,
  ends: (answer: Value) => boolean,
  found: (answer: Value) => Value,
  otherwise: Value,
): Arities {
  return {
    2: (branch, f, collection) => search(branch, f, collection, name, ends, found, otherwise),
  };
}

/** Returns `collection` with all its elements computed. */
function computed(branch: Branch, collection: Value, operation: string): Value {
  if (collection instanceof LazySeq) return collection.realize(branch, operation);
  sequenceOf(branch, collection, operation);
  return collection;
}

export const reducingRows: readonly BuiltinRow[] = [
  row("reduce", ["(reduce f coll)", "(reduce f init coll)"], {
    doc: "Folds the elements: calls f with the accumulated value and the next element.",
    example: ["(reduce + 10 [1 2 3])", "16"],
    callsFunctions: true,
    arities: {
      2: reduceFromFirst,
      3: reduceFrom,
    },
  }),
  row("reductions", ["(reductions f coll)", "(reductions f init coll)"], {
    doc: "Intermediate values of reduce.",
    example: ["(reductions + [1 2 3])", "(1 3 6)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: {
      2: reductionsFromFirst,
      3: (branch, f, initial, collection) =>
        reductions(branch, f, initial, collectionFor(branch, collection, "reductions")),
    },
  }),
  row("some", "(some pred coll)", {
    doc: "Returns the first true result of pred, else nil.",
    example: ["(some #{2 3} [1 2 3])", "2"],
    callsFunctions: true,
    arities: searching("some", isTruthy, (answer) => answer, null),
  }),
  row("every?", "(every? pred coll)", {
    doc: "True if pred is true for every element.",
    example: ["(every? pos? [1 2])", "true"],
    callsFunctions: true,
    arities: searching("every?", isFalsy, () => false, true),
  }),
  row("not-every?", "(not-every? pred coll)", {
    doc: "True if pred is false for some element.",
    example: ["(not-every? pos? [1 -2])", "true"],
    callsFunctions: true,
    arities: searching("not-every?", isFalsy, () => true, false),
  }),
  row("not-any?", "(not-any? pred coll)", {
    doc: "True if pred is false for every element.",
    example: ["(not-any? neg? [1 2])", "true"],
    callsFunctions: true,
    arities: searching("not-any?", isTruthy, () => false, true),
  }),
  row("run!", "(run! f coll)", {
    doc: "Calls f with every element for its effects, until a reduced result; nil.",
    example: ["(run! println [1 2])", "nil"],
    callsFunctions: true,
    arities: searching(
      "run!",
      (answer) => answer instanceof Reduced,
      () => null,
      null,
    ),
  }),
  row("doall", "(doall coll)", {
    doc: "Returns coll, fully computed.",
    example: ["(doall (map inc [1 2]))", "(2 3)"],
    arities: { 1: (branch, value) => computed(branch, value, "doall") },
  }),
  row("dorun", "(dorun coll)", {
    doc: "Computes all elements of coll; nil.",
    example: ["(dorun (map inc [1 2]))", "nil"],
    arities: { 1: (branch, value) => (computed(branch, value, "dorun"), null) },
  }),
];
