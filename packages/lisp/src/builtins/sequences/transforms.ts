// Builtins that go through a collection with a function: map, filter, reduce and their kin.

import { Vector, isTruthy, type Value } from "@ptc/core/values";
import { call0, call1, call2, callMany } from "../../functions/callable.ts";
import { elementsOf } from "../../sequence/elements.ts";
import {
  eachElement,
  eachElementAwaiting,
  type ElementVisitor,
} from "../../sequence/each-element.ts";
import { after, type Result } from "../../evaluation/result.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import { endOfSequence } from "../../sequence/lazy-source.ts";
import { withElements } from "../../sequence/realised.ts";
import type { Branch } from "../../evaluation/branch.ts";
import type { BuiltinRow } from "../builtin.ts";
import { layeredSequence } from "../../sequence/layered-sequence.ts";
import {
  computeAhead,
  elementsAt,
  lazySideBySide,
  lazyThrough,
  through,
  vectorThrough,
} from "./lazy-transforms.ts";
import {
  collectionFor,
  dropElements,
  eachItem,
  elementAt,
  sequenceOf,
  type Sequence,
} from "../../sequence/sequence-source.ts";
import {
  catStage,
  dropWhileStage,
  filterStage,
  keepIndexedStage,
  keepStage,
  mapIndexedStage,
  mapStage,
  mapcatStage,
  takeWhileStage,
  type Stage,
} from "../../sequence/stages.ts";
import { fold, transducer } from "./transducers.ts";
import { Reduced, unreduced } from "../../functions/reduced.ts";

// `map` and `filter` over what is all there have loops of their own: one that all builtins share
// calls its parts through the host.

function collected(
  branch: Branch,
  elements: Vector<Value>,
  compute: (element: Value) => Result,
): Result {
  branch.charge(48 + elements.count * 8);
  const items: Value[] = [];
  return eachElement(branch, elements, {
    compute,
    take: (computed) => items.push(computed) > 0,
    finish: () => Vector.of(items),
  });
}

function mapped(branch: Branch, f: Value, elements: Vector<Value>): Result {
  branch.charge(48 + elements.count * 8);
  const items: Value[] = [];
  for (let index = 0; index < elements.count; index++) {
    if (--branch.ticks < 0) branch.refill();
    const computed = call1(branch, f, elements.at(index));
    if (computed instanceof Promise) {
      const visitor: ElementVisitor = {
        compute: (element) => call1(branch, f, element),
        take: (value) => items.push(value) > 0,
        finish: () => Vector.of(items),
      };
      return eachElementAwaiting(branch, elements, index, computed, visitor);
    }
    items.push(computed);
  }
  return Vector.of(items);
}

function map(branch: Branch, f: Value, collection: Value, operation = "map"): Result {
  const source = collectionFor(branch, collection, operation);
  if (source instanceof LazySeq)
    return lazyThrough(branch, source, mapStage(f), source.isUnbounded);
  return mapped(branch, f, source);
}

/** Over several collections side by side, up to the end of the shortest. */
function mapMany(branch: Branch, args: readonly Value[], operation: string): Result {
  const f = args[0] ?? null;
  const sources = args.slice(1).map((arg) => collectionFor(branch, arg, operation));
  if (sources.every((source) => source instanceof LazySeq))
    return lazySideBySide(branch, f, sources);
  return collected(branch, rows(branch, sources), (row) =>
    callMany(branch, f, (row as Vector<Value>).toArray()),
  );
}

/** What stands at the same place of several sequences, as vectors. */
function rows(branch: Branch, sources: readonly Sequence[]): Vector<Value> {
  const found: Value[] = [];
  computeAhead(branch, sources);
  for (
    let elements = elementsAt(branch, sources, 0);
    elements !== undefined;
    elements = elementsAt(branch, sources, found.length)
  ) {
    branch.charge(56 + elements.length * 8);
    found.push(Vector.of(elements));
  }
  return Vector.of(found);
}

/** Keeps the elements for which the truth of `predicate` is `wanted`. */
function filter(
  branch: Branch,
  predicate: Value,
  collection: Value,
  wanted: boolean,
  operation: string,
): Result {
  const source = collectionFor(branch, collection, operation);
  if (source instanceof LazySeq)
    return lazyThrough(branch, source, filterStage(predicate, wanted), source.isUnbounded);
  return kept(branch, predicate, source, wanted);
}

function kept(branch: Branch, predicate: Value, elements: Vector<Value>, wanted: boolean): Result {
  branch.charge(48 + elements.count * 8);
  const items: Value[] = [];
  for (let index = 0; index < elements.count; index++) {
    if (--branch.ticks < 0) branch.refill();
    const element = elements.at(index);
    const holds = call1(branch, predicate, element);
    if (holds instanceof Promise) {
      const take = (answer: Value, judged: Value): boolean => {
        if (isTruthy(answer) === wanted) items.push(judged);
        return true;
      };
      return eachElementAwaiting(branch, elements, index, holds, {
        compute: (judged) => call1(branch, predicate, judged),
        take,
        finish: () => Vector.of(items),
      });
    }
    if (isTruthy(holds) === wanted) items.push(element);
  }
  return Vector.of(items);
}

/**
 * For the `…v` functions: a vector in any case. A sequence made here is waited for here: made
 * again, it would call again.
 */
function inVector(branch: Branch, result: Result, operation: string): Result {
  return after(
    after(result, (value) => withElements(branch, value, operation)),
    (value) => elementsOf(branch, value, operation),
  );
}

function mapcat(branch: Branch, args: readonly Value[]): Result {
  return after(mapMany(branch, args, "mapcat"), (mapped) =>
    through(branch, sequenceOf(branch, mapped, "mapcat"), catStage("mapcat")),
  );
}

function takeWhile(branch: Branch, predicate: Value, collection: Value): Result {
  const source = collectionFor(branch, collection, "take-while");
  return source instanceof LazySeq
    ? lazyThrough(branch, source, takeWhileStage(predicate), false)
    : vectorThrough(branch, source, takeWhileStage(predicate));
}

function dropWhile(branch: Branch, predicate: Value, collection: Value): Result {
  const source = collectionFor(branch, collection, "drop-while");
  if (source instanceof LazySeq)
    return lazyThrough(branch, source, dropWhileStage(predicate), source.isUnbounded);
  let count = 0;
  return eachElement(branch, source, {
    compute: (element) => call1(branch, predicate, element),
    take: (holds) => isTruthy(holds) && ++count > 0,
    finish: () => dropElements(branch, source, count),
  });
}

/** Without an initial value the first element is it; nothing at all is `(f)`. */
function reduceFromFirst(branch: Branch, f: Value, collection: Value): Result {
  const sequence = collectionFor(branch, collection, "reduce");
  const first = elementAt(branch, sequence, 0);
  return first === undefined
    ? call0(branch, f)
    : fold(branch, dropElements(branch, sequence, 1), f, first);
}

function reductions(branch: Branch, f: Value, initial: Value, sequence: Sequence): Result {
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
  branch.charge(56 + elements.count * 8);
  let accumulated = initial;
  const steps: Value[] = [initial];
  return eachElement(branch, elements, {
    compute: (element) => call2(branch, f, accumulated, element),
    take: (computed) => {
      accumulated = unreduced(computed);
      steps.push(accumulated);
      return !(computed instanceof Reduced);
    },
    finish: () => Vector.of(steps),
  });
}

function lazyReductions(maker: Branch, f: Value, initial: Value, source: LazySeq): LazySeq {
  let accumulated = initial;
  let index = -1;
  const next = (value: Value): Value => {
    accumulated = value;
    index++;
    return unreduced(value);
  };
  return layeredSequence(
    maker,
    (branch) => {
      if (index >= 0) {
        const element = accumulated instanceof Reduced ? undefined : source.at(index, branch);
        if (element === undefined) return endOfSequence;
        return after(call2(branch, f, accumulated, element), next);
      }
      return next(initial);
    },
    source.isUnbounded,
  );
}

function reductionsFromFirst(branch: Branch, f: Value, collection: Value): Result {
  const sequence = collectionFor(branch, collection, "reductions");
  const first = elementAt(branch, sequence, 0);
  if (first === undefined) return after(call0(branch, f), (value) => Vector.of([value]));
  return reductions(branch, f, first, dropElements(branch, sequence, 1));
}

/** The first answer of `f` that `ends` the search, else what `otherwise` says. */
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

/** A row of the shape `(name f coll)` with its transducer `(name f)`, both of one stage. */
function staged(
  name: string,
  stage: (f: Value) => Stage,
  doc: string,
  example: readonly [string, string],
): BuiltinRow {
  return {
    names: [name],
    yieldsSequence: true,
    forms: [`(${name} f coll)`],
    doc,
    example,
    clojure: name,
    callsFunctions: true,
    arities: {
      1: (_, f) => transducer(name, [f], stage(f)),
      2: (branch, f, collection) =>
        through(branch, collectionFor(branch, collection, name), stage(f)),
    },
  };
}

function searching(
  name: string,
  ends: (answer: Value) => boolean,
  found: (answer: Value) => Value,
  otherwise: Value,
  doc: string,
  example: readonly [string, string],
): BuiltinRow {
  return {
    names: [name],
    forms: [`(${name} pred coll)`],
    doc,
    example,
    clojure: name,
    callsFunctions: true,
    arities: {
      2: (branch, f, collection) => search(branch, f, collection, name, ends, found, otherwise),
    },
  };
}

export const transformRows: readonly BuiltinRow[] = [
  {
    names: ["map"],
    yieldsSequence: true,
    forms: ["(map f coll)", "(map f coll1 coll2 ...)"],
    clojure: "map",
    callsFunctions: true,
    doc: "f of every element, or of the elements at the same place of several collections.",
    example: ["(map + [1 2] [10 20])", "[11 22]"],
    arities: {
      1: (_, f) => transducer("map", [f], mapStage(f)),
      2: (branch, f, collection) => map(branch, f, collection),
      rest: { from: 3, apply: (branch, args) => mapMany(branch, args, "map") },
    },
  },
  {
    names: ["mapv"],
    forms: ["(mapv f coll)", "(mapv f coll1 coll2 ...)"],
    clojure: "mapv",
    callsFunctions: true,
    doc: "Like map, always a vector.",
    example: ["(mapv inc [1 2])", "[2 3]"],
    arities: {
      2: (branch, f, collection) =>
        map(
          branch,
          f,
          elementsOf(branch, collectionFor(branch, collection, "mapv"), "mapv"),
          "mapv",
        ),
      rest: {
        from: 3,
        apply: (branch, args) => inVector(branch, mapMany(branch, args, "mapv"), "mapv"),
      },
    },
  },
  {
    names: ["filter"],
    yieldsSequence: true,
    forms: ["(filter pred coll)"],
    clojure: "filter",
    callsFunctions: true,
    doc: "The elements for which pred is true.",
    example: ["(filter odd? [1 2 3])", "[1 3]"],
    arities: {
      1: (_, f) => transducer("filter", [f], filterStage(f, true)),
      2: (branch, f, collection) => filter(branch, f, collection, true, "filter"),
    },
  },
  {
    names: ["filterv"],
    forms: ["(filterv pred coll)"],
    clojure: "filterv",
    callsFunctions: true,
    doc: "Like filter, always a vector.",
    example: ["(filterv odd? [1 2 3])", "[1 3]"],
    arities: {
      2: (branch, f, collection) =>
        filter(
          branch,
          f,
          elementsOf(branch, collectionFor(branch, collection, "filterv"), "filterv"),
          true,
          "filterv",
        ),
    },
  },
  {
    names: ["remove"],
    yieldsSequence: true,
    forms: ["(remove pred coll)"],
    clojure: "remove",
    callsFunctions: true,
    doc: "The elements for which pred is false.",
    example: ["(remove odd? [1 2 3])", "[2]"],
    arities: {
      1: (_, f) => transducer("remove", [f], filterStage(f, false)),
      2: (branch, f, collection) => filter(branch, f, collection, false, "remove"),
    },
  },
  staged("keep", keepStage, "f of every element, without the nils.", [
    "(keep :a [{:a 1} {:b 2}])",
    "[1]",
  ]),
  staged("map-indexed", mapIndexedStage, "f of every index and element.", [
    "(map-indexed vector [:a :b])",
    "[[0 :a] [1 :b]]",
  ]),
  staged("keep-indexed", keepIndexedStage, "f of every index and element, without the nils.", [
    "(keep-indexed (fn [i x] (if (odd? i) x)) [:a :b :c])",
    "[:b]",
  ]),
  {
    names: ["mapcat"],
    yieldsSequence: true,
    forms: ["(mapcat f coll)", "(mapcat f coll1 coll2 ...)"],
    clojure: "mapcat",
    callsFunctions: true,
    doc: "The elements of what f answers for every element.",
    example: ["(mapcat (fn [x] [x (* 10 x)]) [1 2])", "[1 10 2 20]"],
    arities: {
      1: (_, f) => transducer("mapcat", [f], mapcatStage(f)),
      2: (branch, f, collection) =>
        through(branch, collectionFor(branch, collection, "mapcat"), mapcatStage(f)),
      rest: { from: 3, apply: mapcat },
    },
  },
  {
    names: ["take-while"],
    yieldsSequence: true,
    forms: ["(take-while pred coll)"],
    clojure: "take-while",
    callsFunctions: true,
    doc: "The elements up to the first for which pred is false.",
    example: ["(take-while pos? [1 2 -1 3])", "[1 2]"],
    arities: { 1: (_, f) => transducer("take-while", [f], takeWhileStage(f)), 2: takeWhile },
  },
  {
    names: ["drop-while"],
    yieldsSequence: true,
    forms: ["(drop-while pred coll)"],
    clojure: "drop-while",
    callsFunctions: true,
    doc: "The elements from the first on for which pred is false.",
    example: ["(drop-while pos? [1 2 -1 3])", "[-1 3]"],
    arities: { 1: (_, f) => transducer("drop-while", [f], dropWhileStage(f)), 2: dropWhile },
  },
  {
    names: ["reduce"],
    forms: ["(reduce f coll)", "(reduce f init coll)"],
    clojure: "reduce",
    callsFunctions: true,
    doc: "Folds the elements into one value: f of what is folded so far and the next element.",
    example: ["(reduce + 10 [1 2 3])", "16"],
    arities: {
      2: reduceFromFirst,
      3: (branch, f, initial, collection) =>
        fold(branch, collectionFor(branch, collection, "reduce"), f, initial),
    },
  },
  {
    names: ["reductions"],
    yieldsSequence: true,
    forms: ["(reductions f coll)", "(reductions f init coll)"],
    clojure: "reductions",
    callsFunctions: true,
    doc: "Every intermediate value of reduce.",
    example: ["(reductions + [1 2 3])", "[1 3 6]"],
    arities: {
      2: reductionsFromFirst,
      3: (branch, f, initial, collection) =>
        reductions(branch, f, initial, collectionFor(branch, collection, "reductions")),
    },
  },
  searching(
    "some",
    isTruthy,
    (answer) => answer,
    null,
    "The first answer of pred that is true, else nil.",
    ["(some #{2 3} [1 2 3])", "2"],
  ),
  searching("every?", isFalsy, () => false, true, "Whether pred is true for every element.", [
    "(every? pos? [1 2])",
    "true",
  ]),
  searching("not-every?", isFalsy, () => true, false, "Whether pred is false for some element.", [
    "(not-every? pos? [1 -2])",
    "true",
  ]),
  searching("not-any?", isTruthy, () => false, true, "Whether pred is false for every element.", [
    "(not-any? neg? [1 2])",
    "true",
  ]),
  {
    names: ["run!"],
    forms: ["(run! f coll)"],
    clojure: "run!",
    callsFunctions: true,
    doc: "Calls f with every element, for its effects; nil.",
    example: ["(run! println [1 2])", "nil"],
    arities: {
      2: (branch, f, collection) =>
        search(
          branch,
          f,
          collection,
          "run!",
          () => false,
          (answer) => answer,
          null,
        ),
    },
  },
  {
    names: ["doall"],
    forms: ["(doall coll)"],
    clojure: "doall",
    doc: "coll with all its elements computed.",
    example: ["(doall (map inc [1 2]))", "[2 3]"],
    arities: {
      1: (branch, value) =>
        value instanceof LazySeq
          ? value.realise(branch, "doall")
          : (sequenceOf(branch, value, "doall"), value),
    },
  },
  {
    names: ["dorun"],
    forms: ["(dorun coll)"],
    clojure: "dorun",
    doc: "Computes all elements of coll; nil.",
    example: ["(dorun (map inc [1 2]))", "nil"],
    arities: {
      1: (branch, value) => (
        value instanceof LazySeq
          ? value.realise(branch, "dorun")
          : sequenceOf(branch, value, "dorun"),
        null
      ),
    },
  },
];
