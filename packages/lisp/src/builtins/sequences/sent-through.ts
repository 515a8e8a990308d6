// Sends elements through a transducer: at once for `into`; `sequence` and `eduction` are lazy for a
// lazy source.

import { Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import type { EvaluationError } from "../../evaluation/errors/errors.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { wrongArgument } from "../../evaluation/arguments/string-argument.ts";
import { Callable, call1, call2, callMany } from "../../functions/callable.ts";
import { DerivedFunction, NativeFunction } from "../../functions/derived-function.ts";
import { mayHaveState } from "../../functions/may-have-state.ts";
import { Reduced } from "../../functions/reduced.ts";
import { isOfFields } from "../../sequence/fields.ts";
import { lazyJoin } from "../../sequence/layered-sequence.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { sequenceOf, type Sequence } from "../../sequence/sequence-source.ts";
import { mapStage, type Flow, type Stage } from "../../sequence/stages.ts";
import { Builtin } from "../builtin.ts";
import { combine } from "../functions/combinators.ts";
import { fold } from "./fold.ts";
import { isHalted } from "./halting.ts";
import { isReadLazily, lazyThrough } from "./lazy-transforms.ts";
import { mapMany } from "./map-and-filter.ts";
import { onlyElement } from "./several-elements.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";
import { Transducer } from "./transducer.ts";

/**
 * How the result of `halt-when` is used: `into` returns it, `sequence` ends there without it, and
 * `eduction` rejects it. In Clojure, it would replace the value that is later made from the
 * eduction.
 */
export type Halt = "answers" | "ends" | "is refused";

/**
 * Sends the elements of `source` through `xform` and returns the result of `made` for them. `halt`
 * decides how the result of a halted transducer is used.
 */
export function transduced(
  branch: Branch,
  xform: Value,
  source: Sequence,
  made: (elements: Vector<Value>) => Result,
  halt: Halt,
): Result {
  const collector = new Collector((elements) =>
    made(isOfFields(source) ? elements.ofFields() : elements),
  );
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

/** Collects elements and makes a result from them once, on the first request. */
class Collector {
  readonly reducer: Value;
  private readonly items: Value[] = [];
  private readonly made: (elements: Vector<Value>) => Result;
  private known: Result | undefined;

  constructor(made: (elements: Vector<Value>) => Result) {
    this.made = made;
    this.reducer = new NativeFunction((branch, args) => {
      // A transducer may request the result itself, as `halt-when` does.
      if (args.length === 1) return this.result();
      if (args.length === 0) return null;
      const element = onlyElement(args);
      branch.charge(8);
      this.items.push(element);
      return null;
    });
  }

  result(): Result {
    return (this.known ??= this.made(Vector.ofGrown(this.items)));
  }
}

/**
 * Converts `xform` to a stage, for `sequence` over a lazy source. With `isRow`, each element is a
 * vector of the elements at one index of several collections.
 */
export function transducerStage(xform: Value, isRow: boolean, halt: Halt): Stage {
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
      isUnsaved: () => step !== undefined && mayHaveState(step, reducer),
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
    "halt-when cannot return its result here",
    "write (transduce xform f coll) or (into [] xform coll)",
  );
}

export function sequence(branch: Branch, xform: Value, source: Value): Result {
  return sent(branch, xform, source, "ends");
}

function sent(branch: Branch, xform: Value, source: Value, halt: Halt): Result {
  const elements = sequenceOf(branch, source, halt === "ends" ? "sequence" : "eduction");
  return elements instanceof LazySeq
    ? lazilySent(branch, xform, elements, halt)
    : transduced(branch, xform, elements, (made) => made, halt);
}

/**
 * Sends a lazy source through the parts of a composed transducer one after the other. Each part is
 * a sequence of its own, so that memory can store it.
 */
function lazilySent(branch: Branch, xform: Value, source: LazySeq, halt: Halt): LazySeq {
  return partsOf(branch, xform).reduce<LazySeq>(
    (elements, part) => sentThroughPart(branch, part, elements, halt),
    source,
  );
}

/** Returns the transducers that `xform` composes, or itself. */
function partsOf(branch: Branch, xform: Value): readonly Value[] {
  const parts: Value[] = [];
  const left = [xform];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    branch.spend(1);
    const made = next instanceof Callable ? next.original(branch) : next;
    const part = made instanceof Promise ? next : made;
    if (!(part instanceof DerivedFunction) || part.maker !== "comp") parts.push(part);
    else
      for (let index = part.parts.length - 1; index >= 0; index--)
        left.push(part.parts[index] ?? null);
  }
  return parts;
}

function sentThroughPart(branch: Branch, part: Value, source: LazySeq, halt: Halt): LazySeq {
  if (part instanceof Builtin && part.name === "cat") return lazyJoin(branch, source, "cat");
  // A transducer of the program may end the sequence, so the result doesn't count as infinite.
  if (!(part instanceof Transducer))
    return lazyThrough(branch, source, transducerStage(part, false, halt), false, [
      "transducer",
      part,
      halt,
    ]);
  const { maker, parts, stage, form } = part;
  if (maker === "mapcat")
    return lazyJoin(branch, mappedBy(branch, parts[0] ?? null, source), maker);
  const mayEnd = maker === "take" || maker === "take-while";
  return lazyThrough(branch, source, stage, source.isUnbounded && !mayEnd, form);
}

function mappedBy(branch: Branch, f: Value, source: LazySeq): LazySeq {
  return lazyThrough(branch, source, mapStage(f), source.isUnbounded, ["map", f]);
}

/**
 * `(sequence xform coll1 coll2 …)`: passes one element of each collection to the transducer at a
 * time.
 */
export function sequenceOfMany(branch: Branch, args: readonly Value[]): Result {
  const [xform = null, ...sources] = args;
  const [first = null, ...others] = isReadLazily(sources) ? partsOf(branch, xform) : [];
  if (first instanceof Transducer && (first.maker === "map" || first.maker === "mapcat"))
    return lazilySentRows(branch, first, others, sources);
  const asRow = new NativeFunction((inner, elements) => {
    inner.charge(bytesOfVector + elements.length * 8);
    return Vector.of(elements.slice());
  });
  return after(mapMany(branch, [asRow, ...sources], "sequence"), (rows) => {
    const elements = sequenceOf(branch, rows, "sequence");
    if (elements instanceof LazySeq)
      return lazyThrough(branch, elements, transducerStage(xform, true, "ends"), false, undefined);
    const ofRows = new NativeFunction((inner, [reducer = null]) =>
      after(
        call1(inner, xform, reducer),
        (step) =>
          new NativeFunction((each, parts) =>
            parts.length === 2
              ? callOnRow(each, step, parts[0] ?? null, parts[1] ?? null)
              : callMany(each, step, parts),
          ),
      ),
    );
    return transduced(branch, ofRows, elements, (made) => made, "ends");
  });
}

/** Sends the results of `(map f …)` or `(mapcat f …)` through the other parts of a transducer. */
function lazilySentRows(
  branch: Branch,
  { maker, parts }: Transducer,
  others: readonly Value[],
  sources: readonly Value[],
): Result {
  return after(mapMany(branch, [parts[0] ?? null, ...sources], "sequence"), (made) => {
    if (!(made instanceof LazySeq)) throw new Error("mapMany was not lazy");
    return others.reduce<LazySeq>(
      (elements, part) => sentThroughPart(branch, part, elements, "ends"),
      maker === "map" ? made : lazyJoin(branch, made, maker),
    );
  });
}

/** `(eduction xform … coll)`: composes the transducers like `comp`. */
export function eduction(branch: Branch, args: readonly Value[]): Result {
  branch.charge(64 + args.length * 8);
  const xform = args.length === 2 ? args[0] : combine("comp", args.slice(0, -1));
  return sent(branch, xform ?? null, args.at(-1) ?? null, "is refused");
}
