// Transducers: `(map f)` and its like without a collection, and the functions that run them. A
// transducer takes a reducing function and answers one; stages are the ones the sequence functions
// use.

import { Vector, type Value } from "@ptc/core/values";
import { call0, call1, call2, callMany } from "../../functions/callable.ts";
import { eachElementAwaiting, type ElementVisitor } from "../../sequence/each-element.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import type { Branch } from "../../evaluation/branch.ts";
import { row, type BuiltinRow } from "../row.ts";
import { atElementOf } from "../../evaluation/operand-error.ts";
import { EvaluationError } from "../../evaluation/errors.ts";
import { atMost } from "../../evaluation/expectations.ts";
import { DerivedFunction, NativeFunction } from "../../functions/derived-function.ts";
import { catStage, type Flow, type Sink, type Stage } from "../../sequence/stages.ts";
import { eachItem, sequenceOf, type Sequence } from "../../sequence/sequence-source.ts";
import { combine } from "../functions/combinators.ts";
import { haltingRows, isHalted } from "./halting.ts";
import { lazyThrough } from "./lazy-transforms.ts";
import { mapMany } from "./map-and-filter.ts";
import { Reduced, unreduced } from "../../functions/reduced.ts";

/** The transducer that `(maker ...parts)` makes. */
export function transducer(maker: string, parts: readonly Value[], stage: Stage): Value {
  return new DerivedFunction(maker, parts, (branch, args) => {
    branch.charge(96);
    return reducingFunction(stage, args[0] ?? null);
  });
}

/** `reduce` step by step: what the steps answer is kept in `accumulated` while a stage works. */
class Accumulator implements Sink {
  accumulated: Value = null;
  private readonly reducer: Value;

  constructor(reducer: Value) {
    this.reducer = reducer;
  }

  take(branch: Branch, element: Value): Flow {
    const result = call2(branch, this.reducer, this.accumulated, element);
    return result instanceof Promise ? result.then((value) => this.keep(value)) : this.keep(result);
  }

  finish(): Flow {
    return true;
  }

  private keep(value: Value): boolean {
    this.accumulated = unreduced(value);
    return !(value instanceof Reduced);
  }
}

function reducingFunction(stage: Stage, reducer: Value): Value {
  const accumulator = new Accumulator(reducer);
  const sink = stage(accumulator);
  return new NativeFunction((branch, args) => {
    const [accumulated = null, element = null] = args;
    if (args.length === 0) return call0(branch, reducer);
    accumulator.accumulated = accumulated;
    if (args.length === 1)
      return afterFlow(sink.finish(branch), () => call1(branch, reducer, accumulator.accumulated));
    const taken =
      args.length === 2 ? sink.take(branch, element) : takeMany(branch, sink, args.slice(1));
    return afterFlow(taken, (wanted) =>
      wanted ? accumulator.accumulated : new Reduced(accumulator.accumulated),
    );
  });
}

/** Elements of several collections at once, which only `map` and `mapcat` have a use for. */
function takeMany(branch: Branch, sink: Sink, elements: readonly Value[]): Flow {
  if (sink.takeMany !== undefined) return sink.takeMany(branch, elements);
  throw severalElements(elements.length);
}

function severalElements(count: number): EvaluationError {
  return new EvaluationError(
    "arity_error",
    `the transducer takes one element at a time, got ${String(count)}`,
    { hint: "begin with (map f): (comp (map vector) …) takes elements of several collections" },
  );
}

/** What a function that collects elements is called with: at most one of them. */
function onlyElement([, element = null, ...others]: readonly Value[]): Value {
  if (others.length > 0) throw severalElements(others.length + 1);
  return element;
}

function afterFlow(before: Flow, next: (wanted: boolean) => Result): Result {
  return before instanceof Promise ? before.then(next) : next(before);
}

/** Folds the elements with `reducer`, from `initial`; ends where it answers `reduced`. */
export function fold(
  branch: Branch,
  sequence: Sequence,
  reducer: Value,
  initial: Value,
  taken = 0,
): Result {
  let accumulated = initial;
  const visitor: ElementVisitor = {
    compute: (element) => call2(branch, reducer, accumulated, element),
    take: (computed) => {
      accumulated = unreduced(computed);
      return !(computed instanceof Reduced);
    },
    finish: () => accumulated,
  };
  if (!(sequence instanceof Vector)) return eachItem(branch, sequence, visitor);
  // Vectors have a loop of their own, for the reason given in map-and-filter.ts.
  let index = 0;
  try {
    for (; index < sequence.count; index++) {
      if (--branch.ticks < 0) branch.refill();
      const computed = call2(branch, reducer, accumulated, sequence.at(index));
      if (computed instanceof Promise)
        return eachElementAwaiting(branch, sequence, index, computed, visitor);
      if (computed instanceof Reduced) return unreduced(computed);
      accumulated = computed;
    }
  } catch (error) {
    throw atElementOf(error, branch, sequence, index, taken);
  }
  return accumulated;
}

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

/** `(transduce xform f coll)`: begins with `(f)`. */
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
  branch.charge(96);
  return reducingFunction(catStage("cat"), reducer);
}

/**
 * What `made` makes of the elements of `source` that were sent through `xform`; where the
 * transducer halted, what it answers instead. `sequence` leaves that out: it ends there.
 */
export function transduced(
  branch: Branch,
  xform: Value,
  source: Sequence,
  made: (elements: Vector<Value>) => Result,
  answersHalt: boolean,
): Result {
  const collector = new Collector(made);
  return after(call1(branch, xform, collector.reducer), (step) =>
    after(fold(branch, source, step, null), (accumulated) =>
      after(call1(branch, step, accumulated), (value) =>
        answersHalt && isHalted(accumulated) ? value : collector.result(),
      ),
    ),
  );
}

/** Collects elements, and makes something of them once, when it is asked for its result. */
class Collector {
  readonly reducer: Value;
  private readonly items: Value[] = [];
  private readonly made: (elements: Vector<Value>) => Result;
  private known: Result | undefined;

  constructor(made: (elements: Vector<Value>) => Result) {
    this.made = made;
    this.reducer = new NativeFunction((branch, args) => {
      // A transducer may ask for the result itself: `halt-when` does.
      if (args.length === 1) return this.result();
      if (args.length === 0) return null;
      const element = onlyElement(args);
      branch.charge(8);
      this.items.push(element);
      return null;
    });
  }

  result(): Result {
    return (this.known ??= this.made(Vector.of(this.items)));
  }
}

/**
 * What `xform` does, as a stage: for `sequence` over a lazy source. `isRow`: an element is a vector
 * of what stands at one place of several collections.
 */
function transducerStage(xform: Value, isRow: boolean): Stage {
  return (next) => {
    const reducer = new NativeFunction((branch, args) =>
      args.length < 2 ? null : next.take(branch, onlyElement(args)),
    );
    let step: Value | undefined;
    const withStep = (branch: Branch, use: (step: Value) => Result): Flow => {
      const result = after(step ?? call1(branch, xform, reducer), (made) => use((step = made)));
      return result instanceof Promise ? result.then(goesOn) : goesOn(result);
    };
    return {
      take: (branch, element) =>
        withStep(branch, (made) =>
          isRow ? callOnRow(branch, made, null, element) : call2(branch, made, null, element),
        ),
      finish: (branch) => withStep(branch, (made) => call1(branch, made, null)),
    };
  };
}

/** `(step accumulated x y …)` for a row `[x y …]`. */
function callOnRow(branch: Branch, step: Value, accumulated: Value, row: Value): Result {
  const elements = row instanceof Vector ? row.toArray() : [];
  return callMany(branch, step, [accumulated, ...elements]);
}

function goesOn(result: Value): boolean {
  return !(result instanceof Reduced);
}

function sequence(branch: Branch, xform: Value, source: Value): Result {
  const elements = sequenceOf(branch, source, "sequence");
  // A transducer may end the sequence, so it does not count as one without end.
  return elements instanceof LazySeq
    ? lazyThrough(branch, elements, transducerStage(xform, false), false)
    : transduced(branch, xform, elements, (made) => made, false);
}

/** `(sequence xform coll1 coll2 …)`: the transducer takes an element of each at once. */
function sequenceOfMany(branch: Branch, [xform = null, ...sources]: readonly Value[]): Result {
  const asRow = new NativeFunction((inner, args) => {
    inner.charge(48 + args.length * 8);
    return Vector.of(args.slice());
  });
  return after(mapMany(branch, [asRow, ...sources], "sequence"), (rows) => {
    const elements = sequenceOf(branch, rows, "sequence");
    if (elements instanceof LazySeq)
      return lazyThrough(branch, elements, transducerStage(xform, true), false);
    const ofRows = new NativeFunction((inner, [reducer = null]) =>
      after(
        call1(inner, xform, reducer),
        (step) =>
          new NativeFunction((each, args) =>
            args.length === 2
              ? callOnRow(each, step, args[0] ?? null, args[1] ?? null)
              : callMany(each, step, args),
          ),
      ),
    );
    return transduced(branch, ofRows, elements, (made) => made, false);
  });
}

/** `(eduction xform … coll)`: the transducers are composed as `comp` does it. */
function eduction(branch: Branch, args: readonly Value[]): Result {
  branch.charge(64 + args.length * 8);
  return sequence(branch, combine("comp", args.slice(0, -1)) ?? null, args.at(-1) ?? null);
}

/** `(completing f cf)`: `f` with `finish` for its one-argument call. */
function completing(reducer: Value, finish: Value | undefined): Value {
  return new DerivedFunction(
    "completing",
    finish === undefined ? [reducer] : [reducer, finish],
    (branch, args) => {
      const [first = null, second = null] = args;
      if (args.length === 0) return call0(branch, reducer);
      if (args.length > 1) return call2(branch, reducer, first, second);
      return finish === undefined ? first : call1(branch, finish, first);
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
    doc: "The elements of coll, sent through one transducer after the other.",
    example: ["(eduction (map inc) (filter odd?) [1 2 3])", "(3)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: {
      1: (branch, source) => sequenceOf(branch, source, "eduction"),
      2: sequence,
      rest: { from: 3, apply: eduction },
    },
  }),
  row(
    "sequence",
    ["(sequence coll)", "(sequence xform coll)", "(sequence xform coll1 coll2 ...)"],
    {
      doc: "The elements of coll, sent through a transducer; of several collections, those at the same place at once.",
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
    doc: "A transducer that joins the collections it is given.",
    example: ["(into [] cat [[1 2] [3]])", "[1 2 3]"],
    arities: { 1: cat },
  }),
  row("completing", ["(completing f)", "(completing f finish)"], {
    doc: "f as a reducing function for transduce; finish is called with the result.",
    example: ["(transduce (map inc) (completing + str) 0 [1 2])", '"5"'],
    arities: {
      1: (_, reducer) => completing(reducer, undefined),
      2: (_, reducer, finish) => completing(reducer, finish),
    },
  }),
  row("reduced", "(reduced x)", {
    doc: "Ends the reduce it is answered in, with x as its value.",
    example: ["(reduce (fn [acc x] (if (> acc 3) (reduced acc) (+ acc x))) 0 (range))", "6"],
    arities: { 1: (_, value) => new Reduced(value) },
  }),
  row("ensure-reduced", "(ensure-reduced x)", {
    doc: "x as reduced makes it, unless it is already.",
    example: ["(reduced? (ensure-reduced 1))", "true"],
    arities: { 1: (_, value) => (value instanceof Reduced ? value : new Reduced(value)) },
  }),
  row("reduced?", "(reduced? x)", {
    doc: "Whether x was made by reduced.",
    example: ["(reduced? (reduced 1))", "true"],
    arities: { 1: (_, value) => value instanceof Reduced },
  }),
  row("unreduced", "(unreduced x)", {
    doc: "The value in what reduced made, x itself otherwise.",
    example: ["(unreduced (reduced 1))", "1"],
    arities: { 1: (_, value) => unreduced(value) },
  }),
];
