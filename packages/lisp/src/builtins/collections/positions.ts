// Builtins that read a collection by position: its first and last elements, the nth, and the rest
// without some of them.

import { Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { row, type BuiltinRow } from "../row.ts";
import {
  butlast,
  drop,
  dropLast as dropLastOf,
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
  subvec,
  takeLast,
} from "../../sequence/positions.ts";
import { isSorted } from "../../sequence/sorted-source.ts";
import { sequenceOf } from "../../sequence/sequence-source.ts";
import { dropLastStage, dropStage, takeStage } from "../../sequence/stages.ts";
import { lazyThrough, takeFirst } from "../sequences/lazy-transforms.ts";
import { transducer } from "../sequences/transducer.ts";
import { elementCount, wrongType } from "../../evaluation/arguments/expectations.ts";

/**
 * Reverses collections that can be read from the end. Others are rejected, because they would have
 * to be copied first.
 */
function rseq(branch: Branch, value: Value): Value {
  if ((!(value instanceof Vector) || value.isSequence) && !isSorted(value))
    throw wrongType(
      "rseq",
      "a vector or a sorted map or set",
      value,
      "use reverse for any other collection",
    );
  return nilWhenEmpty(branch, reverse(branch, value, "rseq").as("sequence"));
}

/** Drops the last `count` elements. Reads that many ahead in a lazy sequence. */
function dropLast(branch: Branch, count: Value, value: Value): Value {
  const source = sequenceOf(branch, value, "drop-last");
  if (source instanceof Vector) return dropLastOf(branch, count, source);
  const left = elementCount(count, "drop-last");
  return lazyThrough(branch, source, dropLastStage(left), source.isUnbounded, ["drop-last", left]);
}

export const positionRows: readonly BuiltinRow[] = [
  row("first", "(first coll)", {
    doc: "Returns the first element, or nil.",
    example: ["(first [1 2 3])", "1"],
    arities: { 1: (branch, value) => first(branch, value) },
  }),
  row("second", "(second coll)", {
    doc: "Returns the second element, or nil.",
    example: ["(second [1 2 3])", "2"],
    arities: { 1: (branch, value) => positional(branch, value, 1, "second") ?? null },
  }),
  row("last", "(last coll)", {
    doc: "Returns the last element, or nil.",
    example: ["(last [1 2 3])", "3"],
    arities: { 1: last },
  }),
  row("rest", "(rest coll)", {
    doc: "Drops the first element.",
    example: ["(rest [1 2 3])", "(2 3)"],
    yieldsSequence: true,
    arities: { 1: (branch, value) => rest(branch, value) },
  }),
  row("next", "(next coll)", {
    doc: "Drops the first element; nil if none are left.",
    example: ["(next [1])", "nil"],
    yieldsSequence: true,
    arities: { 1: (branch, value) => next(branch, value) },
  }),
  row("ffirst", "(ffirst coll)", {
    doc: "The first element of the first.",
    example: ["(ffirst [[1 2] [3]])", "1"],
    arities: { 1: (branch, value) => first(branch, first(branch, value, "ffirst"), "ffirst") },
  }),
  row("fnext", "(fnext coll)", {
    doc: "Returns the second element.",
    example: ["(fnext [1 2 3])", "2"],
    arities: { 1: (branch, value) => positional(branch, value, 1, "fnext") ?? null },
  }),
  row("nfirst", "(nfirst coll)", {
    doc: "Drops the first element of the first element.",
    example: ["(nfirst [[1 2] [3]])", "(2)"],
    yieldsSequence: true,
    arities: { 1: (branch, value) => next(branch, first(branch, value, "nfirst"), "nfirst") },
  }),
  row("nnext", "(nnext coll)", {
    doc: "Drops the first two elements; nil if none are left.",
    example: ["(nnext [1 2 3 4])", "(3 4)"],
    yieldsSequence: true,
    arities: { 1: (branch, value) => next(branch, next(branch, value, "nnext"), "nnext") },
  }),
  row("nth", ["(nth coll index)", "(nth coll index not-found)"], {
    doc: "Returns the element at index, from 0, else nil or not-found.",
    example: ["(nth [10 20 30] 1)", "20"],
    arities: { 2: (branch, value, index) => nth(branch, value, index, null), 3: nth },
  }),
  row("nthrest", "(nthrest coll n)", {
    doc: "Drops the first n elements.",
    example: ["(nthrest [1 2 3] 2)", "(3)"],
    arities: { 2: nthRest },
  }),
  row("nthnext", "(nthnext coll n)", {
    doc: "Drops the first n elements; nil if none are left.",
    example: ["(nthnext [1 2 3] 3)", "nil"],
    yieldsSequence: true,
    arities: {
      2: (branch, value, amount) => nilWhenEmpty(branch, drop(branch, amount, value, "nthnext")),
    },
  }),
  row("take", "(take n coll)", {
    doc: "The first n elements.",
    example: ["(take 2 [1 2 3])", "(1 2)"],
    yieldsSequence: true,
    arities: {
      1: (branch, amount) => {
        const count = elementCount(amount, "take");
        return transducer(branch, "take", [amount], takeStage(count), ["take", count]);
      },
      2: (branch, amount, value) => takeFirst(branch, amount, value),
    },
  }),
  row("drop", "(drop n coll)", {
    doc: "Drops the first n elements.",
    example: ["(drop 2 [1 2 3])", "(3)"],
    yieldsSequence: true,
    arities: {
      1: (branch, amount) => {
        const count = elementCount(amount, "drop");
        return transducer(branch, "drop", [amount], dropStage(count), ["drop", count]);
      },
      2: (branch, amount, value) => drop(branch, amount, value),
    },
  }),
  row("take-last", "(take-last n coll)", {
    doc: "Returns the last n elements, or nil.",
    example: ["(take-last 2 [1 2 3])", "(2 3)"],
    yieldsSequence: true,
    arities: { 2: takeLast },
  }),
  row("drop-last", ["(drop-last coll)", "(drop-last n coll)"], {
    doc: "Drops the last n elements, default 1.",
    example: ["(drop-last 2 [1 2 3])", "(1)"],
    yieldsSequence: true,
    arities: { 1: (branch, value) => dropLast(branch, 1, value), 2: dropLast },
  }),
  row("butlast", "(butlast coll)", {
    doc: "Drops the last element; nil if none are left.",
    example: ["(butlast [1 2 3])", "(1 2)"],
    yieldsSequence: true,
    arities: { 1: butlast },
  }),
  row("subvec", ["(subvec v start)", "(subvec v start end)"], {
    doc: "Returns a vector's elements from start to end, within bounds.",
    example: ["(subvec [0 1 2 3] 1 3)", "[1 2]"],
    arities: { 2: (branch, value, start) => subvec(branch, value, start, undefined), 3: subvec },
  }),
  row("peek", "(peek coll)", {
    doc: "Returns the last element of a vector or first of a list, or nil.",
    example: ["[(peek [1 2 3]) (peek '(1 2 3))]", "[3 1]"],
    arities: { 1: peek },
  }),
  row("pop", "(pop coll)", {
    doc: "Removes the last element of a vector or first of a list; fails if it is empty.",
    example: ["(pop [1 2 3])", "[1 2]"],
    arities: { 1: pop },
  }),
  row("reverse", "(reverse coll)", {
    doc: "Reverses the elements.",
    example: ["(reverse [1 2 3])", "(3 2 1)"],
    yieldsSequence: true,
    arities: { 1: (branch, value) => reverse(branch, value) },
  }),
  row("rseq", "(rseq coll)", {
    doc: "Reverses the elements of a vector, sorted map or sorted set; nil if empty.",
    example: ["(rseq [1 2 3])", "(3 2 1)"],
    yieldsSequence: true,
    arities: { 1: rseq },
  }),
];
