// The functions that run transducers; `transducer.ts` makes them.

import type { Value } from "@ptc/core/values";
import { call0, call1, call2 } from "../../functions/callable.ts";
import { after, type Result } from "../../evaluation/result.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { row, type BuiltinRow } from "../row.ts";
import { atMost } from "../../evaluation/arguments/expectations.ts";
import { DerivedFunction } from "../../functions/derived-function.ts";
import { catStage } from "../../sequence/stages.ts";
import { sequenceOf } from "../../sequence/sequence-source.ts";
import { fold } from "./fold.ts";
import { haltingRows } from "./halting.ts";
import { eduction, sequence, sequenceOfMany } from "./sent-through.ts";
import { reducingFunction } from "./transducer.ts";
import { Reduced, unreduced } from "../../functions/reduced.ts";
import { bytesOfFunction } from "../../evaluation/budget/byte-costs.ts";

function transduce(
  branch: Branch,
  xform: Value,
  reducer: Value,
  initial: Value,
  source: Value,
): Result {
  const sequence = sequenceOf(branch, source, "transduce");
  return after(call1(branch, xform, reducer), (step) =>
    after(fold(branch, sequence, step, initial), (value) => call1(branch, step, value)),
  );
}

/** `(transduce xform f coll)`: starts with `(f)`. */
function transduceFromNothing(branch: Branch, xform: Value, reducer: Value, source: Value): Result {
  return after(call0(branch, reducer), (initial) =>
    transduce(branch, xform, reducer, initial, source),
  );
}

/** `(transduce xform f init coll)`. */
function transduceFrom(branch: Branch, args: readonly Value[]): Result {
  atMost(args, 4, "transduce", "(transduce xform f init coll)");
  const [xform = null, reducer = null, initial = null, source = null] = args;
  return transduce(branch, xform, reducer, initial, source);
}

function cat(branch: Branch, reducer: Value): Value {
  branch.charge(bytesOfFunction);
  return reducingFunction(catStage("cat"), reducer);
}

/** `(completing f cf)`: `f` with `finish` as its one-argument call. */
function completing(branch: Branch, reducer: Value, finish: Value | undefined): Value {
  branch.charge(bytesOfFunction + 16);
  return new DerivedFunction(
    "completing",
    finish === undefined ? [reducer] : [reducer, finish],
    (inner, args) => {
      const [first = null, second = null] = args;
      if (args.length === 0) return call0(inner, reducer);
      if (args.length > 1) return call2(inner, reducer, first, second);
      return finish === undefined ? first : call1(inner, finish, first);
    },
  );
}

export const transducerRows: readonly BuiltinRow[] = [
  row("transduce", ["(transduce xform f coll)", "(transduce xform f init coll)"], {
    doc: "Reduces coll with f after sending its elements through a transducer.",
    example: ["(transduce (map inc) + [1 2 3])", "9"],
    callsFunctions: true,
    arities: {
      3: transduceFromNothing,
      rest: { from: 4, apply: transduceFrom },
    },
  }),
  row("eduction", "(eduction xform ... coll)", {
    doc: "Sends the elements of coll through transducers.",
    example: ["(eduction (map inc) (filter odd?) [1 2 3])", "(3)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: {
      1: (branch, source) => sequenceOf(branch, source, "eduction"),
      rest: { from: 2, apply: eduction },
    },
  }),
  row(
    "sequence",
    ["(sequence coll)", "(sequence xform coll)", "(sequence xform coll1 coll2 ...)"],
    {
      doc: "Sends coll's elements through a transducer; of several collections, those at the same index together.",
      example: ["(sequence (comp (filter odd?) (map inc)) [1 2 3])", "(2 4)"],
      yieldsSequence: true,
      callsFunctions: true,
      arities: {
        1: (branch, source) => sequenceOf(branch, source, "sequence"),
        2: sequence,
        rest: { from: 3, apply: sequenceOfMany },
      },
    },
  ),
  ...haltingRows,
  row("cat", "(into [] cat colls)", {
    doc: "A transducer that joins its input collections.",
    example: ["(into [] cat [[1 2] [3]])", "[1 2 3]"],
    arities: { 1: cat },
  }),
  row("completing", ["(completing f)", "(completing f finish)"], {
    doc: "Makes f a reducing function for transduce that calls finish at the end.",
    example: ["(transduce (map inc) (completing + str) 0 [1 2])", '"5"'],
    arities: {
      1: (branch, reducer) => completing(branch, reducer, undefined),
      2: (branch, reducer, finish) => completing(branch, reducer, finish),
    },
  }),
  row("reduced", "(reduced x)", {
    doc: "Ends the enclosing reduce with the value x.",
    example: ["(reduce (fn [acc x] (if (> acc 3) (reduced acc) (+ acc x))) 0 (range))", "6"],
    readsElements: false,
    arities: { 1: (_, value) => new Reduced(value) },
  }),
  row("ensure-reduced", "(ensure-reduced x)", {
    doc: "Wraps x like reduced, unless already done.",
    example: ["(reduced? (ensure-reduced 1))", "true"],
    readsElements: false,
    arities: { 1: (_, value) => (value instanceof Reduced ? value : new Reduced(value)) },
  }),
  row("reduced?", "(reduced? x)", {
    doc: "True if x was made by reduced.",
    example: ["(reduced? (reduced 1))", "true"],
    readsElements: false,
    arities: { 1: (_, value) => value instanceof Reduced },
  }),
  row("unreduced", "(unreduced x)", {
    doc: "Returns the value wrapped by reduced, or x.",
    example: ["(unreduced (reduced 1))", "1"],
    readsElements: false,
    arities: { 1: (_, value) => unreduced(value) },
  }),
];
