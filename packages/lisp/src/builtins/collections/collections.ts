// Builtins that count, extend and convert collections and check for empty ones. Builtins that read
// by position are in positions.ts.

import { MapValue, SetValue, Vector, type Value, type VectorKind } from "@ptc/core/values";
import { countCharacters } from "../../sequence/characters.ts";
import { elementsOf } from "../../sequence/elements.ts";
import type { Result } from "../../evaluation/result.ts";
import { whenRealized } from "../../sequence/element-pending.ts";
import { LazySeq } from "../../sequence/lazy-seq.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { Transient } from "../../evaluation/state/transient.ts";
import { elementCount } from "../../evaluation/arguments/expectations.ts";
import { row, type BuiltinRow } from "../row.ts";
import { positionRows } from "./positions.ts";
import { conjoin, conjoinInTurns, emptyOf, pour, prepend } from "./conjoin.ts";
import { lazyConcatenation, lazyCons, lazyJoin } from "../../sequence/layered-sequence.ts";
import { nilWhenEmpty, spread } from "../../sequence/positions.ts";
import {
  elementAt,
  emptyVector,
  sequenceOf,
  type Sequence,
} from "../../sequence/sequence-source.ts";
import { transduced } from "../sequences/sent-through.ts";
import { bytesOfGroup, bytesOfVector } from "../../evaluation/budget/byte-costs.ts";
import { needsTurn } from "../../sequence/turn-checks.ts";

function count(branch: Branch, value: Value): number {
  if (value instanceof Vector || value instanceof MapValue || value instanceof SetValue)
    return value.count;
  if (value instanceof Transient) return value.current("count").count;
  return typeof value === "string"
    ? countCharacters(branch, value)
    : elementsOf(branch, value, "count").count;
}

/** Like Clojure, returns the known count of a collection even if it exceeds `most`. */
function boundedCount(branch: Branch, most: Value, value: Value): number {
  const wanted = elementCount(most, "bounded-count");
  if (!(value instanceof LazySeq) || wanted === Infinity) return count(branch, value);
  if (wanted === 0 || value.at(wanted - 1, branch) !== undefined) return Math.ceil(wanted);
  return count(branch, value);
}

/** True if the collection has no element. Doesn't convert a string or map to elements. */
function isEmpty(branch: Branch, value: Value, operation: string): boolean {
  if (value instanceof LazySeq) return elementAt(branch, value, 0) === undefined;
  if (value instanceof Vector || value instanceof MapValue || value instanceof SetValue)
    return value.count === 0;
  return typeof value === "string"
    ? value === ""
    : elementsOf(branch, value, operation).count === 0;
}

function concat(branch: Branch, args: readonly Value[]): Result {
  const sources = args.map((arg) => sequenceOf(branch, arg, "concat"));
  return joined(branch, sources, [], 0, 0);
}

/** The elements that `concat` copies between two readings of the clock. */
const elementsBetweenChecks = 4096;

/** Adds the elements of the source at `place` from the index `start` on, and of later sources. */
function joined(
  branch: Branch,
  sources: readonly Sequence[],
  elements: Value[],
  place: number,
  start: number,
): Result {
  let index = start;
  for (let at = place; at < sources.length; at++, index = 0) {
    const source = sources[at] as Sequence;
    if (source instanceof LazySeq) return lazyConcatenation(branch, sources);
    if (index === 0) {
      branch.charge(bytesOfVector + source.count * 8);
      branch.spend(source.count >>> 3);
    }
    while (index < source.count)
      if (elements.push(source.at(index++)) % elementsBetweenChecks === 0 && needsTurn(branch))
        return branch.inNextTurn(joined, branch, sources, elements, at, index);
  }
  return Vector.of(elements);
}

function cons(branch: Branch, value: Value, collection: Value): Value {
  const sequence = sequenceOf(branch, collection, "cons");
  return sequence instanceof LazySeq
    ? lazyCons(branch, value, sequence)
    : prepend(branch, sequence, value).as("sequence");
}

/** `(list* x … coll)`. Returns nil if there are no elements. */
function listOf(branch: Branch, args: readonly Value[]): Value {
  const tail = args.at(-1) ?? null;
  if (!(tail instanceof LazySeq)) {
    const elements = spread(branch, args, "list*");
    return elements.length === 0 ? null : Vector.of(elements);
  }
  if (args.length === 1) return nilWhenEmpty(branch, tail);
  branch.charge(bytesOfVector + args.length * 8);
  return lazyConcatenation(branch, [Vector.of(args.slice(0, -1)), tail]);
}

/** Returns the arguments as a collection of this kind. */
function argumentsAs(kind: VectorKind): BuiltinRow["arities"] {
  const made = (branch: Branch, args: Value[]): Vector<Value> => {
    branch.charge(bytesOfGroup + args.length * 8);
    return Vector.of(args, kind);
  };
  return {
    0: () => Vector.of<Value>([], kind),
    1: (branch, value) => made(branch, [value]),
    2: (branch, left, right) => made(branch, [left, right]),
    rest: { from: 3, apply: (branch, args) => made(branch, args.slice()) },
  };
}

/** `(into target xform source)`. */
function pourThrough(branch: Branch, target: Value, xform: Value, source: Value): Result {
  const poured = (made: Value): Result =>
    whenRealized<Value>(branch, () => pour(branch, target, made));
  return transduced(branch, xform, sequenceOf(branch, source, "into"), poured, "answers");
}

export const collectionRows: readonly BuiltinRow[] = [
  row("count", "(count coll)", {
    doc: "Counts coll's elements, or a string's characters.",
    example: ["(count [1 2 3])", "3"],
    arities: { 1: count },
  }),
  row("bounded-count", "(bounded-count n coll)", {
    doc: "Counts the elements of coll; computes and counts at most n of a lazy sequence.",
    example: ["(bounded-count 3 (range))", "3"],
    arities: { 2: boundedCount },
  }),
  ...positionRows,
  row("cons", "(cons x coll)", {
    doc: "Adds x in front of coll's elements.",
    example: ["(cons 0 [1 2])", "(0 1 2)"],
    yieldsSequence: true,
    arities: { 2: cons },
  }),
  row("conj", "(conj coll x ...)", {
    doc: "Adds each x: to the end of a vector, the front of a list or sequence, as an entry [key value] of a map, or as a member of a set.",
    example: ["(conj [1 2] 3)", "[1 2 3]"],
    arities: {
      0: () => emptyVector(),
      1: (_, collection) => collection,
      2: conjoinInTurns,
      rest: {
        from: 3,
        apply: (branch, args) =>
          args.reduce((collection, value) => conjoin(branch, collection, value, "conj")),
      },
    },
  }),
  row("into", ["(into to from)", "(into to xform from)"], {
    doc: "Adds the elements of from to the collection to.",
    example: ["(into {} [[:a 1] [:b 2]])", "{:a 1, :b 2}"],
    callsFunctions: true,
    arities: {
      0: () => emptyVector(),
      1: (_, target) => target,
      2: pour,
      3: pourThrough,
    },
  }),
  row("concat", "(concat coll ...)", {
    doc: "Joins the elements of the collections.",
    example: ["(concat [1 2] [3])", "(1 2 3)"],
    yieldsSequence: true,
    applyLazily: (branch, sources) => lazyJoin(branch, sources, "concat"),
    arities: { rest: { from: 0, apply: concat } },
  }),
  row("seq", "(seq coll)", {
    doc: "Returns coll's elements, or nil.",
    example: ["(seq {:a 1})", "([:a 1])"],
    yieldsSequence: true,
    arities: { 1: (branch, value) => nilWhenEmpty(branch, sequenceOf(branch, value, "seq")) },
  }),
  row("vec", "(vec coll)", {
    doc: "Makes a vector of coll.",
    example: ["(vec #{1 2})", "[1 2]"],
    arities: { 1: (branch, value) => elementsOf(branch, value, "vec").as("vector") },
  }),
  row("vector", "(vector x ...)", {
    doc: "Makes a vector of them.",
    example: ["(vector 1 2)", "[1 2]"],
    readsElements: false,
    arities: argumentsAs("vector"),
  }),
  row("list", "(list x ...)", {
    doc: "Makes a list; conj, peek and pop work at its front.",
    example: ["(conj (list 1 2) 0)", "(0 1 2)"],
    readsElements: false,
    arities: argumentsAs("list"),
  }),
  row("list*", "(list* x ... coll)", {
    doc: "Adds the arguments in front of the last one's elements.",
    example: ["(list* 1 2 [3 4])", "(1 2 3 4)"],
    yieldsSequence: true,
    arities: {
      rest: { from: 1, apply: listOf },
    },
  }),
  row("empty", "(empty coll)", {
    doc: "Returns an empty collection of the same kind, or nil otherwise.",
    example: ["(empty {:a 1})", "{}"],
    arities: { 1: (_, value) => emptyOf(value) },
  }),
  row("empty?", "(empty? coll)", {
    doc: "True if coll has no elements or is nil.",
    example: ["(empty? [])", "true"],
    arities: { 1: (branch, value) => isEmpty(branch, value, "empty?") },
  }),
  row("not-empty", "(not-empty coll)", {
    doc: "Returns coll, or nil if it is empty.",
    example: ["(not-empty [])", "nil"],
    arities: { 1: (branch, value) => (isEmpty(branch, value, "not-empty") ? null : value) },
  }),
];
