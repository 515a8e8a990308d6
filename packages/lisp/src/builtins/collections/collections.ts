// Builtins that read collections by position, add to them and convert them.

import { MapValue, SetValue, Vector, type Value } from "@ptc/core/values";
import { countCharacters } from "../../sequence/characters.ts";
import { elementsOf } from "../../sequence/elements.ts";
import { after } from "../../evaluation/result.ts";
import { whenRealised } from "../../sequence/element-pending.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import type { Branch } from "../../evaluation/branch.ts";
import type { BuiltinRow } from "../builtin.ts";
import { conjoin, emptyOf, pour, prepend } from "./conjoin.ts";
import { lazyConcatenation } from "../../sequence/layered-sequence.ts";
import {
  butlast,
  drop,
  dropLast,
  first,
  last,
  next,
  nilWhenEmpty,
  nth,
  nthRest,
  peek,
  pop,
  positional,
  rest,
  reverse,
  spread,
  subvec,
  take,
  takeLast,
} from "../../sequence/positions.ts";
import {
  elementAt,
  emptyVector,
  sequenceOf,
  type Sequence,
} from "../../sequence/sequence-source.ts";
import { isSorted } from "../../sequence/sorted-source.ts";
import { dropStage, takeStage } from "../../sequence/stages.ts";
import { transduced, transducer } from "../sequences/transducers.ts";
import { elementCount, wrongType } from "../../evaluation/expectations.ts";

function count(branch: Branch, value: Value): number {
  if (value instanceof Vector || value instanceof MapValue || value instanceof SetValue)
    return value.count;
  return typeof value === "string"
    ? countCharacters(branch, value)
    : elementsOf(branch, value, "count").count;
}

/** Whether there is an element; does not take a string or map apart. */
function isEmpty(branch: Branch, value: Value, operation: string): boolean {
  if (value instanceof LazySeq) return elementAt(branch, value, 0) === undefined;
  if (value instanceof Vector || value instanceof MapValue || value instanceof SetValue)
    return value.count === 0;
  return typeof value === "string"
    ? value === ""
    : elementsOf(branch, value, operation).count === 0;
}

function concat(branch: Branch, args: readonly Value[]): Value {
  const sources = args.map((arg) => sequenceOf(branch, arg, "concat"));
  return joined(branch, sources);
}

function joined(branch: Branch, sources: readonly Sequence[]): Value {
  const elements: Value[] = [];
  for (const source of sources) {
    if (source instanceof LazySeq) return lazyConcatenation(branch, sources);
    branch.charge(48 + source.count * 8);
    branch.spend(source.count >>> 3);
    for (let index = 0; index < source.count; index++) elements.push(source.at(index));
  }
  return Vector.of(elements);
}

function cons(branch: Branch, value: Value, collection: Value): Value {
  const sequence = sequenceOf(branch, collection, "cons");
  return sequence instanceof LazySeq
    ? lazyConcatenation(branch, [Vector.of([value]), sequence])
    : prepend(branch, sequence, value);
}

function vectorOf(branch: Branch, args: readonly Value[]): Vector<Value> {
  branch.charge(48 + args.length * 8);
  return Vector.of(args.slice());
}

const vectorArities: BuiltinRow["arities"] = {
  0: () => emptyVector(),
  1: (branch, value) => vectorOf(branch, [value]),
  2: (branch, left, right) => vectorOf(branch, [left, right]),
  rest: { from: 3, apply: vectorOf },
};

/** What can be read from its end: nothing else is reversed without being copied first. */
function rseq(branch: Branch, value: Value): Value {
  if (!(value instanceof Vector) && !isSorted(value))
    throw wrongType(
      "rseq",
      "a vector or a sorted map or set",
      value,
      "use reverse for any other collection",
    );
  return nilWhenEmpty(branch, reverse(branch, value, "rseq"));
}

export const collectionRows: readonly BuiltinRow[] = [
  {
    names: ["count"],
    forms: ["(count coll)"],
    clojure: "count",
    doc: "How many elements coll has; the characters of a string.",
    example: ["(count [1 2 3])", "3"],
    arities: { 1: count },
  },
  {
    names: ["first"],
    forms: ["(first coll)"],
    clojure: "first",
    doc: "The first element; nil when there is none.",
    example: ["(first [1 2 3])", "1"],
    arities: { 1: (branch, value) => first(branch, value) },
  },
  {
    names: ["second"],
    forms: ["(second coll)"],
    clojure: "second",
    doc: "The second element; nil when there is none.",
    example: ["(second [1 2 3])", "2"],
    arities: { 1: (branch, value) => positional(branch, value, 1, "second") ?? null },
  },
  {
    names: ["last"],
    forms: ["(last coll)"],
    clojure: "last",
    doc: "The last element; nil when there is none.",
    example: ["(last [1 2 3])", "3"],
    arities: { 1: last },
  },
  {
    names: ["rest"],
    yieldsSequence: true,
    forms: ["(rest coll)"],
    clojure: "rest",
    doc: "All elements but the first.",
    example: ["(rest [1 2 3])", "[2 3]"],
    arities: { 1: (branch, value) => rest(branch, value) },
  },
  {
    names: ["next"],
    yieldsSequence: true,
    forms: ["(next coll)"],
    clojure: "next",
    doc: "All elements but the first; nil when none are left.",
    example: ["(next [1])", "nil"],
    arities: { 1: (branch, value) => next(branch, value) },
  },
  {
    names: ["ffirst"],
    forms: ["(ffirst coll)"],
    clojure: "ffirst",
    doc: "The first element of the first.",
    example: ["(ffirst [[1 2] [3]])", "1"],
    arities: { 1: (branch, value) => first(branch, first(branch, value, "ffirst"), "ffirst") },
  },
  {
    names: ["fnext"],
    forms: ["(fnext coll)"],
    clojure: "fnext",
    doc: "The second element, like second.",
    example: ["(fnext [1 2 3])", "2"],
    arities: { 1: (branch, value) => positional(branch, value, 1, "fnext") ?? null },
  },
  {
    names: ["nfirst"],
    yieldsSequence: true,
    forms: ["(nfirst coll)"],
    clojure: "nfirst",
    doc: "What is left of the first element after its first.",
    example: ["(nfirst [[1 2] [3]])", "[2]"],
    arities: { 1: (branch, value) => next(branch, first(branch, value, "nfirst"), "nfirst") },
  },
  {
    names: ["nnext"],
    yieldsSequence: true,
    forms: ["(nnext coll)"],
    clojure: "nnext",
    doc: "All elements but the first two; nil when none are left.",
    example: ["(nnext [1 2 3 4])", "[3 4]"],
    arities: { 1: (branch, value) => next(branch, next(branch, value, "nnext"), "nnext") },
  },
  {
    names: ["nth"],
    forms: ["(nth coll index)", "(nth coll index not-found)"],
    clojure: "nth",
    doc: "The element at index, from 0; nil or not-found outside coll.",
    example: ["(nth [10 20 30] 1)", "20"],
    arities: { 2: (branch, value, index) => nth(branch, value, index, null), 3: nth },
  },
  {
    names: ["nthrest"],
    yieldsSequence: true,
    forms: ["(nthrest coll n)"],
    clojure: "nthrest",
    doc: "The elements after the first n.",
    example: ["(nthrest [1 2 3] 2)", "[3]"],
    arities: { 2: nthRest },
  },
  {
    names: ["nthnext"],
    yieldsSequence: true,
    forms: ["(nthnext coll n)"],
    clojure: "nthnext",
    doc: "The elements after the first n; nil when none are left.",
    example: ["(nthnext [1 2 3] 3)", "nil"],
    arities: {
      2: (branch, value, amount) => nilWhenEmpty(branch, drop(branch, amount, value, "nthnext")),
    },
  },
  {
    names: ["take"],
    yieldsSequence: true,
    forms: ["(take n coll)"],
    clojure: "take",
    doc: "The first n elements.",
    example: ["(take 2 [1 2 3])", "[1 2]"],
    arities: {
      1: (_, amount) => transducer("take", [amount], takeStage(elementCount(amount, "take"))),
      2: (branch, amount, value) => take(branch, amount, value),
    },
  },
  {
    names: ["drop"],
    yieldsSequence: true,
    forms: ["(drop n coll)"],
    clojure: "drop",
    doc: "The elements after the first n.",
    example: ["(drop 2 [1 2 3])", "[3]"],
    arities: {
      1: (_, amount) => transducer("drop", [amount], dropStage(elementCount(amount, "drop"))),
      2: (branch, amount, value) => drop(branch, amount, value),
    },
  },
  {
    names: ["take-last"],
    yieldsSequence: true,
    forms: ["(take-last n coll)"],
    clojure: "take-last",
    doc: "The last n elements; nil when there are none.",
    example: ["(take-last 2 [1 2 3])", "[2 3]"],
    arities: { 2: takeLast },
  },
  {
    names: ["drop-last"],
    yieldsSequence: true,
    forms: ["(drop-last coll)", "(drop-last n coll)"],
    clojure: "drop-last",
    doc: "The elements without the last n, or the last one.",
    example: ["(drop-last 2 [1 2 3])", "[1]"],
    arities: { 1: (branch, value) => dropLast(branch, 1, value), 2: dropLast },
  },
  {
    names: ["butlast"],
    yieldsSequence: true,
    forms: ["(butlast coll)"],
    clojure: "butlast",
    doc: "All elements but the last; nil when none are left.",
    example: ["(butlast [1 2 3])", "[1 2]"],
    arities: { 1: butlast },
  },
  {
    names: ["subvec"],
    forms: ["(subvec v start)", "(subvec v start end)"],
    clojure: "subvec",
    doc: "The elements of a vector from start up to end, cut to its bounds.",
    example: ["(subvec [0 1 2 3] 1 3)", "[1 2]"],
    arities: { 2: (branch, value, start) => subvec(branch, value, start, undefined), 3: subvec },
  },
  {
    names: ["peek"],
    forms: ["(peek v)"],
    clojure: "peek",
    doc: "The last element of a vector; nil when it is empty.",
    example: ["(peek [1 2 3])", "3"],
    arities: { 1: (_, value) => peek(value) },
  },
  {
    names: ["pop", "pop!"],
    forms: ["(pop v)"],
    clojure: "pop",
    doc: "A vector without its last element; nil when it is empty.",
    example: ["(pop [1 2 3])", "[1 2]"],
    arities: { 1: pop },
  },
  {
    names: ["reverse"],
    yieldsSequence: true,
    forms: ["(reverse coll)"],
    clojure: "reverse",
    doc: "The elements from last to first.",
    example: ["(reverse [1 2 3])", "[3 2 1]"],
    arities: { 1: (branch, value) => reverse(branch, value) },
  },
  {
    names: ["rseq"],
    yieldsSequence: true,
    forms: ["(rseq coll)"],
    clojure: "rseq",
    doc: "The elements of a vector or a sorted map or set from last to first; nil when there are none.",
    example: ["(rseq [1 2 3])", "[3 2 1]"],
    arities: { 1: rseq },
  },
  {
    names: ["cons"],
    yieldsSequence: true,
    forms: ["(cons x coll)"],
    clojure: "cons",
    doc: "x in front of the elements of coll.",
    example: ["(cons 0 [1 2])", "[0 1 2]"],
    arities: { 2: cons },
  },
  {
    names: ["conj", "conj!"],
    forms: ["(conj coll x ...)"],
    clojure: "conj",
    doc: "coll with each x added: at the end of a vector, as an entry [key value] of a map, as a member of a set.",
    example: ["(conj [1 2] 3)", "[1 2 3]"],
    arities: {
      0: () => emptyVector(),
      1: (_, collection) => collection,
      2: (branch, collection, value) => conjoin(branch, collection, value, "conj"),
      rest: {
        from: 3,
        apply: (branch, args) =>
          args.reduce((collection, value) => conjoin(branch, collection, value, "conj")),
      },
    },
  },
  {
    names: ["into"],
    forms: ["(into to from)", "(into to xform from)"],
    clojure: "into",
    callsFunctions: true,
    doc: "The elements of from added to the collection to.",
    example: ["(into {} [[:a 1] [:b 2]])", "{:a 1, :b 2}"],
    arities: {
      0: () => emptyVector(),
      1: (_, target) => target,
      2: pour,
      3: (branch, target, xform, source) =>
        after(transduced(branch, xform, sequenceOf(branch, source, "into")), (elements) =>
          whenRealised<Value>(branch, () => pour(branch, target, elements)),
        ),
    },
  },
  {
    names: ["concat"],
    yieldsSequence: true,
    forms: ["(concat coll ...)"],
    clojure: "concat",
    doc: "The elements of one collection after the other.",
    example: ["(concat [1 2] [3])", "[1 2 3]"],
    arities: { rest: { from: 0, apply: concat } },
  },
  {
    names: ["seq"],
    yieldsSequence: true,
    forms: ["(seq coll)"],
    clojure: "seq",
    doc: "The elements of coll; nil when there are none.",
    example: ["(seq {:a 1})", "[[:a 1]]"],
    arities: { 1: (branch, value) => nilWhenEmpty(branch, sequenceOf(branch, value, "seq")) },
  },
  {
    names: ["vec"],
    forms: ["(vec coll)"],
    clojure: "vec",
    doc: "A vector of the elements.",
    example: ["(vec #{1 2})", "[1 2]"],
    arities: { 1: (branch, value) => elementsOf(branch, value, "vec").asSequence(false) },
  },
  {
    names: ["vector"],
    forms: ["(vector x ...)"],
    clojure: "vector",
    doc: "A vector of the arguments.",
    example: ["(vector 1 2)", "[1 2]"],
    arities: vectorArities,
  },
  {
    names: ["list"],
    forms: ["(list x ...)"],
    clojure: "list",
    doc: "The same as vector.",
    example: ["(list 1 2)", "[1 2]"],
    arities: vectorArities,
  },
  {
    names: ["list*"],
    yieldsSequence: true,
    forms: ["(list* x ... coll)"],
    clojure: "list*",
    doc: "The arguments in front of the elements of the last one.",
    example: ["(list* 1 2 [3 4])", "[1 2 3 4]"],
    arities: {
      rest: { from: 1, apply: (branch, args) => Vector.of(spread(branch, args, "list*")) },
    },
  },
  {
    names: ["empty"],
    forms: ["(empty coll)"],
    clojure: "empty",
    doc: "An empty collection of the same kind; nil for what is no collection.",
    example: ["(empty {:a 1})", "{}"],
    arities: { 1: (_, value) => emptyOf(value) },
  },
  {
    names: ["empty?"],
    forms: ["(empty? coll)"],
    clojure: "empty?",
    doc: "Whether coll has no elements; true for nil.",
    example: ["(empty? [])", "true"],
    arities: { 1: (branch, value) => isEmpty(branch, value, "empty?") },
  },
  {
    names: ["not-empty"],
    forms: ["(not-empty coll)"],
    clojure: "not-empty",
    doc: "coll itself; nil when it has no elements.",
    example: ["(not-empty [])", "nil"],
    arities: { 1: (branch, value) => (isEmpty(branch, value, "not-empty") ? null : value) },
  },
];
