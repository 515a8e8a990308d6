// Elements that are sent through a transducer: by `into` at once, and by `sequence` and `eduction`,
// which are lazy over what is lazy.

import { Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import type { EvaluationError } from "../../evaluation/errors/errors.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { call1, call2, callMany } from "../../functions/callable.ts";
import { NativeFunction } from "../../functions/derived-function.ts";
import { Reduced } from "../../functions/reduced.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { sequenceOf, type Sequence } from "../../sequence/sequence-source.ts";
import type { Flow, Stage } from "../../sequence/stages.ts";
import { combine } from "../functions/combinators.ts";
import { fold } from "./fold.ts";
import { isHalted } from "./halting.ts";
import { lazyThrough } from "./lazy-transforms.ts";
import { mapMany } from "./map-and-filter.ts";
import { onlyElement } from "./several-elements.ts";

/**
 * What becomes of what `halt-when` answers: it is the answer of `into`, it is left out by
 * `sequence`, which ends there, and `eduction` has no place for it. In Clojure what is made of an
 * eduction later would be given up for it.
 */
type Halt = "answers" | "ends" | "is refused";

/**
 * What `made` makes of the elements of `source` that were sent through `xform`. `halt` says what
 * becomes of the answer of a transducer that halted.
 */
export function transduced(
  branch: Branch,
  xform: Value,
  source: Sequence,
  made: (elements: Vector<Value>) => Result,
  halt: Halt,
): Result {
  const collector = new Collector(made);
  return after(call1(branch, xform, collector.reducer), (step) =>
    after(fold(branch, source, step, null), (accumulated) =>
      after(call1(branch, step, accumulated), (value) => {
        if (halt === "ends" || !isHalted(accumulated)) return collector.result();
        if (halt === "is refused") throw haltedInEduction();
        return value;
      }),
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
function transducerStage(xform: Value, isRow: boolean, halt: Halt): Stage {
  return (next) => {
    const reducer = new NativeFunction((branch, args) =>
      args.length < 2 ? null : next.take(branch, onlyElement(args)),
    );
    let step: Value | undefined;
    const withStep = (branch: Branch, use: (step: Value) => Result): Flow => {
      const result = after(step ?? call1(branch, xform, reducer), (made) => use((step = made)));
      const wanted = (value: Value): boolean => goesOn(value, halt);
      return result instanceof Promise ? result.then(wanted) : wanted(result);
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

function goesOn(result: Value, halt: Halt): boolean {
  if (!(result instanceof Reduced)) return true;
  if (halt === "is refused" && isHalted(result.value)) throw haltedInEduction();
  return false;
}

function haltedInEduction(): EvaluationError {
  return wrongArgument(
    "eduction",
    "halt-when has no place for its answer here",
    "write (transduce xform f coll) or (into [] xform coll)",
  );
}

export function sequence(branch: Branch, xform: Value, source: Value): Result {
  return sent(branch, xform, source, "ends");
}

function sent(branch: Branch, xform: Value, source: Value, halt: Halt): Result {
  const elements = sequenceOf(branch, source, halt === "ends" ? "sequence" : "eduction");
  // A transducer may end the sequence, so it does not count as one without end.
  return elements instanceof LazySeq
    ? lazyThrough(branch, elements, transducerStage(xform, false, halt), false)
    : transduced(branch, xform, elements, (made) => made, halt);
}

/** `(sequence xform coll1 coll2 …)`: the transducer takes an element of each at once. */
export function sequenceOfMany(
  branch: Branch,
  [xform = null, ...sources]: readonly Value[],
): Result {
  const asRow = new NativeFunction((inner, args) => {
    inner.charge(48 + args.length * 8);
    return Vector.of(args.slice());
  });
  return after(mapMany(branch, [asRow, ...sources], "sequence"), (rows) => {
    const elements = sequenceOf(branch, rows, "sequence");
    if (elements instanceof LazySeq)
      return lazyThrough(branch, elements, transducerStage(xform, true, "ends"), false);
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
    return transduced(branch, ofRows, elements, (made) => made, "ends");
  });
}

/** `(eduction xform … coll)`: the transducers are composed as `comp` does it. */
export function eduction(branch: Branch, args: readonly Value[]): Result {
  branch.charge(64 + args.length * 8);
  const xform = args.length === 2 ? args[0] : combine("comp", args.slice(0, -1));
  return sent(branch, xform ?? null, args.at(-1) ?? null, "is refused");
}
