// Builtins that make sequences and rearrange their elements.

import { MapValue, Vector, type Value } from "@ptc/core/values";
import { elementsOf } from "../../sequence/elements.ts";
import { after, type Result } from "../../evaluation/result.ts";
import type { LazySeq } from "../../sequence/lazy-seq.ts";
import { endOfSequence } from "../../sequence/produced.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { row, type BuiltinRow } from "../row.ts";
import { elementCount, elementIndex, wrongType } from "../../evaluation/arguments/expectations.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import { judgedElements, keysOf } from "../../sequence/key-reader.ts";
import { isUnbounded, layeredSequence } from "../../sequence/layered-sequence.ts";
import { computeAhead, elementsAt, isReadLazily, through } from "./lazy-transforms.ts";
import { collectionFor } from "../../sequence/collection-for.ts";
import { emptyVector, sequenceOf, type Sequence } from "../../sequence/sequence-source.ts";
import { sortByKeys } from "./sorting.ts";
import {
  countingUp,
  cycle,
  iterate,
  range,
  repeat,
  repeatForever,
  repeatedly,
  repeatedlyForever,
} from "./sources.ts";
import { numeric } from "../numbers/numbers.ts";
import { interposeStage, randomSampleStage, takeNthStage } from "../../sequence/stages.ts";
import { transducer } from "./transducer.ts";
import { flatten, treeSequence } from "./trees.ts";
import { combinations } from "./combinations.ts";
import { bytesOfVector } from "../../evaluation/budget/byte-costs.ts";
import { stepEndsTurn } from "../../sequence/turn-checks.ts";

/**
 * Visits the elements at the same index of several sequences, up to the end of the shortest.
 * `collect` adds the result for one index.
 */
function sideBySide(branch: Branch, sources: readonly Sequence[], collect: Collect): Result {
  computeAhead(branch, sources);
  return collected(branch, sources, collect, [], 0);
}

type Collect = (elements: Value[], into: Value[]) => void;

function collected(
  branch: Branch,
  sources: readonly Sequence[],
  collect: Collect,
  items: Value[],
  start: number,
): Result {
  for (let index = start; ; index++) {
    if (--branch.ticks < 0) branch.refill();
    const elements = elementsAt(branch, sources, index);
    if (elements === undefined) return Vector.ofGrown(items);
    branch.charge(bytesOfVector + elements.length * 8);
    collect(elements, items);
    if (branch.mayAwait && branch.turnIsOver)
      return branch.inNextTurn(collected, branch, sources, collect, items, index + 1);
  }
}

function interleave(branch: Branch, args: readonly Value[]): Result {
  const sources = args.map((arg) => sequenceOf(branch, arg, "interleave"));
  if (sources.length === 0) return emptyVector();
  if (isReadLazily(sources)) return lazyInterleave(branch, sources, 0, []);
  return sideBySide(branch, sources, (elements, items) => {
    for (const element of elements) items.push(element);
  });
}

/** Interleaves sequences from the index `start` on, after the elements of `before`. */
export function lazyInterleave(
  maker: Branch,
  sources: readonly Sequence[],
  start: number,
  before: readonly Value[],
): LazySeq {
  let row = before;
  let read = 0;
  let index = start;
  return layeredSequence(
    maker,
    (inner) => {
      if (read === row.length) {
        const elements = elementsAt(inner, sources, index);
        if (elements === undefined) return endOfSequence;
        [row, read] = [elements, 0];
        index++;
      }
      return row[read++] ?? null;
    },
    sources.every(isUnbounded),
    () => ["interleave", index, Vector.of(row.slice(read)), ...sources],
  );
}

function zip(branch: Branch, args: readonly Value[]): Result {
  return sideBySide(
    branch,
    args.map((arg) => sequenceOf(branch, arg, "zip")),
    (elements, items) => items.push(Vector.ofGrown(elements)),
  );
}

function interpose(branch: Branch, separator: Value, collection: Value): Result {
  return through(
    branch,
    sequenceOf(branch, collection, "interpose"),
    interposeStage(separator),
    "interpose",
    separator,
  );
}

function takeNth(branch: Branch, step: Value, collection: Value): Result {
  const every = elementCount(step, "take-nth");
  if (every === 0)
    return repeatForever(branch, elementsOf(branch, collection, "take-nth").get(0, null));
  return through(
    branch,
    sequenceOf(branch, collection, "take-nth"),
    takeNthStage(every),
    "take-nth",
    every,
  );
}

/**
 * Returns the step of the transducer. Its sign doesn't matter, because Clojure takes a remainder
 * by it.
 */
function transducedStep(step: Value): number {
  const every = Math.abs(elementIndex(step, "take-nth"));
  if (every >= 1) return every;
  throw new EvaluationError("arithmetic_error", "take-nth: the step is 0", {
    op: "take-nth",
    hint: "use a step of at least 1",
  });
}

function sort(branch: Branch, comparator: Value, collection: Value): Result {
  const elements = elementsOf(branch, collectionFor(branch, collection, "sort"), "sort");
  return sortByKeys(branch, elements, elements, comparator, "sort");
}

function sortBy(branch: Branch, key: Value, comparator: Value, collection: Value): Result {
  const elements = judgedElements(branch, key, collection, "sort-by");
  // Like Clojure, don't call the key function for a single element.
  if (elements.count === 1) return elements;
  return after(keysOf(branch, key, elements, "sort-by"), (keys) =>
    sortByKeys(branch, elements, keys as Vector<Value>, comparator, "sort-by", key),
  );
}

function shuffle(branch: Branch, collection: Value): Result {
  if (collection === null || typeof collection === "string" || collection instanceof MapValue)
    throw wrongType(
      "shuffle",
      "a vector, set or sequence",
      collection,
      "shuffle its elements: (shuffle (seq x))",
    );
  const elements = elementsOf(branch, collection, "shuffle");
  branch.charge(bytesOfVector + elements.count * 8);
  return shuffled(branch, elements.toArray(), elements.count - 1);
}

/** Shuffles the items up to `last`. */
function shuffled(branch: Branch, items: Value[], last: number): Result {
  for (let index = last; index >= 0; index--) {
    const isOver = stepEndsTurn(branch);
    const other = index === 0 ? 0 : Math.floor(branch.random() * (index + 1));
    [items[index], items[other]] = [items[other] ?? null, items[index] ?? null];
    if (isOver) return branch.inNextTurn(shuffled, branch, items, index - 1);
  }
  return Vector.ofGrown(items);
}

function randomElement(branch: Branch, collection: Value): Value {
  const elements = elementsOf(branch, collection, "rand-nth");
  return elements.count === 0 ? null : elements.at(Math.floor(branch.random() * elements.count));
}

function probabilityOf(value: Value): number {
  return Number(numeric(value, "random-sample"));
}

export const sequenceRows: readonly BuiltinRow[] = [
  row("range", ["(range)", "(range end)", "(range start end)", "(range start end step)"], {
    doc: "Returns numbers from start (default 0) up to end, exclusive, or without end.",
    example: ["(range 2 10 3)", "(2 5 8)"],
    yieldsSequence: true,
    arities: {
      0: (branch) => countingUp(branch, 0, 1),
      1: (branch, end) => range(branch, 0, end, 1),
      2: (branch, start, end) => range(branch, start, end, 1),
      3: range,
    },
  }),
  row("repeat", ["(repeat n x)", "(repeat x)"], {
    doc: "x n times, or infinitely.",
    example: ["(repeat 3 :x)", "(:x :x :x)"],
    yieldsSequence: true,
    arities: { 1: repeatForever, 2: repeat },
  }),
  row("replicate", "(replicate n x)", {
    doc: "Repeats x n times.",
    example: ["(replicate 2 :x)", "(:x :x)"],
    yieldsSequence: true,
    arities: { 2: repeat },
  }),
  row("repeatedly", ["(repeatedly n f)", "(repeatedly f)"], {
    doc: "Results of n calls of f, or infinitely many.",
    example: ["(repeatedly 2 (fn [] 7))", "(7 7)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: { 1: repeatedlyForever, 2: repeatedly },
  }),
  row("iterate", "(iterate f x)", {
    doc: "x, (f x), (f (f x)) and so on, infinitely.",
    example: ["(take 4 (iterate inc 1))", "(1 2 3 4)"],
    yieldsSequence: true,
    arities: { 2: iterate },
  }),
  row("cycle", "(cycle coll)", {
    doc: "Repeats the elements of coll infinitely.",
    example: ["(take 3 (cycle [1 2]))", "(1 2 1)"],
    yieldsSequence: true,
    arities: { 1: cycle },
  }),
  row("interleave", "(interleave coll ...)", {
    doc: "Alternates the elements of the collections, up to the shortest.",
    example: ["(interleave [1 2] [:a :b])", "(1 :a 2 :b)"],
    yieldsSequence: true,
    arities: { rest: { from: 0, apply: interleave } },
  }),
  row("interpose", "(interpose separator coll)", {
    doc: "Puts separator between the elements.",
    example: ['(interpose "," ["a" "b"])', '("a" "," "b")'],
    yieldsSequence: true,
    arities: {
      1: (branch, separator) =>
        transducer(branch, "interpose", [separator], interposeStage(separator)),
      2: interpose,
    },
  }),
  row("zip", "(zip coll1 coll2 ...)", {
    doc: "Makes vectors of the elements at the same index, up to the shortest.",
    example: ["(zip [1 2] [:a :b])", "[[1 :a] [2 :b]]"],
    passesFields: true,
    clojure: false,
    arities: { rest: { from: 1, apply: zip } },
  }),
  row("take-nth", "(take-nth n coll)", {
    doc: "Takes every nth element.",
    example: ["(take-nth 2 [1 2 3 4 5])", "(1 3 5)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: {
      1: (branch, step) => {
        const every = transducedStep(step);
        return transducer(branch, "take-nth", [step], takeNthStage(every), ["take-nth", every]);
      },
      2: takeNth,
    },
  }),
  row("flatten", "(flatten coll)", {
    doc: "Flattens nested vectors; keeps maps and sets unchanged.",
    example: ["(flatten [1 [2 [3]]])", "(1 2 3)"],
    yieldsSequence: true,
    arities: { 1: flatten },
  }),
  row("tree-seq", "(tree-seq branch? children root)", {
    doc: "Lists root and all its descendants, parents first.",
    example: ["(map :id (tree-seq :kids :kids {:id 1 :kids [{:id 2}]}))", "(1 2)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: { 3: treeSequence },
  }),
  row("combinations", "(combinations coll n)", {
    doc: "Lists all choices of n elements.",
    example: ["(combinations [1 2 3] 2)", "[[1 2] [1 3] [2 3]]"],
    clojure: false,
    arities: { 2: combinations },
  }),
  row("sort", ["(sort coll)", "(sort comparator coll)"], {
    doc: "Sorts the elements; a comparator is <, >, :asc, :desc or a function of two.",
    example: ["(sort > [2 3 1])", "(3 2 1)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: { 1: (branch, collection) => sort(branch, null, collection), 2: sort },
  }),
  row("sort-by", ["(sort-by key coll)", "(sort-by key comparator coll)"], {
    doc: "Sorts the elements by what key reads of them.",
    example: ["(sort-by :n > [{:n 1} {:n 2}])", "({:n 2} {:n 1})"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: { 2: (branch, key, collection) => sortBy(branch, key, null, collection), 3: sortBy },
  }),
  row("shuffle", "(shuffle coll)", {
    doc: "Shuffles the elements.",
    example: ["(sort (shuffle [3 1 2]))", "(1 2 3)"],
    passesFields: true,
    arities: { 1: shuffle },
  }),
  row("random-sample", "(random-sample probability coll)", {
    doc: "Keeps each element at random with the probability, from 0 to 1.",
    example: ["(random-sample 1 [1 2])", "(1 2)"],
    yieldsSequence: true,
    callsFunctions: true,
    arities: {
      1: (branch, probability) =>
        transducer(
          branch,
          "random-sample",
          [probability],
          randomSampleStage(probabilityOf(probability)),
        ),
      2: (branch, probability, collection) =>
        through(
          branch,
          sequenceOf(branch, collection, "random-sample"),
          randomSampleStage(probabilityOf(probability)),
          "random-sample",
          probabilityOf(probability),
        ),
    },
  }),
  row("rand-nth", "(rand-nth coll)", {
    doc: "Returns one random element, or nil.",
    example: ["(rand-nth [7])", "7"],
    arities: { 1: randomElement },
  }),
];
