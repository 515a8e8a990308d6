// Builtins that read a collection by position: its first and last elements, the nth, what is left
// without some of them.

import { Vector, type Value } from "@ptc/core/values";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { row, type BuiltinRow } from "../row.ts";
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
  subvec,
  take,
  takeLast,
} from "../../sequence/positions.ts";
import { isSorted } from "../../sequence/sorted-source.ts";
import { dropStage, takeStage } from "../../sequence/stages.ts";
import { transducer } from "../sequences/transducers.ts";
import { elementCount, wrongType } from "../../evaluation/arguments/expectations.ts";

/** What can be read from its end: nothing else is reversed without being copied first. */
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

export const positionRows: readonly BuiltinRow[] = [
  row("first", "(first coll)", {
    doc: "The first element; nil when there is none.",
    example: ["(first [1 2 3])", "1"],
    arities: { 1: (branch, value) => first(branch, value) },
  }),
  row("second", "(second coll)", {
    doc: "The second element; nil when there is none.",
    example: ["(second [1 2 3])", "2"],
    arities: { 1: (branch, value) => positional(branch, value, 1, "second") ?? null },
  }),
  row("last", "(last coll)", {
    doc: "The last element; nil when there is none.",
    example: ["(last [1 2 3])", "3"],
    arities: { 1: last },
  }),
  row("rest", "(rest coll)", {
    doc: "All elements but the first.",
    example: ["(rest [1 2 3])", "(2 3)"],
    yieldsSequence: true,
    arities: { 1: (branch, value) => rest(branch, value) },
  }),
  row("next", "(next coll)", {
    doc: "All elements but the first; nil when none are left.",
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
    doc: "The second element, like second.",
    example: ["(fnext [1 2 3])", "2"],
    arities: { 1: (branch, value) => positional(branch, value, 1, "fnext") ?? null },
  }),
  row("nfirst", "(nfirst coll)", {
    doc: "What is left of the first element after its first.",
    example: ["(nfirst [[1 2] [3]])", "(2)"],
    yieldsSequence: true,
    arities: { 1: (branch, value) => next(branch, first(branch, value, "nfirst"), "nfirst") },
  }),
  row("nnext", "(nnext coll)", {
    doc: "All elements but the first two; nil when none are left.",
    example: ["(nnext [1 2 3 4])", "(3 4)"],
    yieldsSequence: true,
    arities: { 1: (branch, value) => next(branch, next(branch, value, "nnext"), "nnext") },
  }),
  row("nth", ["(nth coll index)", "(nth coll index not-found)"], {
    doc: "The element at index, from 0; nil or not-found outside coll.",
    example: ["(nth [10 20 30] 1)", "20"],
    arities: { 2: (branch, value, index) => nth(branch, value, index, null), 3: nth },
  }),
  row("nthrest", "(nthrest coll n)", {
    doc: "The elements after the first n.",
    example: ["(nthrest [1 2 3] 2)", "(3)"],
    arities: { 2: nthRest },
  }),
  row("nthnext", "(nthnext coll n)", {
    doc: "The elements after the first n; nil when none are left.",
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
      1: (_, amount) => transducer("take", [amount], takeStage(elementCount(amount, "take"))),
      2: (branch, amount, value) => take(branch, amount, value),
    },
  }),
  row("drop", "(drop n coll)", {
    doc: "The elements after the first n.",
    example: ["(drop 2 [1 2 3])", "(3)"],
    yieldsSequence: true,
    arities: {
      1: (_, amount) => transducer("drop", [amount], dropStage(elementCount(amount, "drop"))),
      2: (branch, amount, value) => drop(branch, amount, value),
    },
  }),
  row("take-last", "(take-last n coll)", {
    doc: "The last n elements; nil when there are none.",
    example: ["(take-last 2 [1 2 3])", "(2 3)"],
    yieldsSequence: true,
    arities: { 2: takeLast },
  }),
  row("drop-last", ["(drop-last coll)", "(drop-last n coll)"], {
    doc: "The elements without the last n, or the last one.",
    example: ["(drop-last 2 [1 2 3])", "(1)"],
    yieldsSequence: true,
    arities: { 1: (branch, value) => dropLast(branch, 1, value), 2: dropLast },
  }),
  row("butlast", "(butlast coll)", {
    doc: "All elements but the last; nil when none are left.",
    example: ["(butlast [1 2 3])", "(1 2)"],
    yieldsSequence: true,
    arities: { 1: butlast },
  }),
  row("subvec", ["(subvec v start)", "(subvec v start end)"], {
    doc: "The elements of a vector from start up to end, cut to its bounds.",
    example: ["(subvec [0 1 2 3] 1 3)", "[1 2]"],
    arities: { 2: (branch, value, start) => subvec(branch, value, start, undefined), 3: subvec },
  }),
  row("peek", "(peek coll)", {
    doc: "The last element of a vector, the first of a list; nil when it is empty.",
    example: ["[(peek [1 2 3]) (peek '(1 2 3))]", "[3 1]"],
    arities: { 1: peek },
  }),
  row("pop", "(pop coll)", {
    doc: "A vector without its last element, a list without its first; an empty one is an error.",
    example: ["(pop [1 2 3])", "[1 2]"],
    arities: { 1: pop },
  }),
  row("reverse", "(reverse coll)", {
    doc: "The elements from last to first.",
    example: ["(reverse [1 2 3])", "(3 2 1)"],
    yieldsSequence: true,
    arities: { 1: (branch, value) => reverse(branch, value) },
  }),
  row("rseq", "(rseq coll)", {
    doc: "The elements of a vector or a sorted map or set from last to first; nil when there are none.",
    example: ["(rseq [1 2 3])", "(3 2 1)"],
    yieldsSequence: true,
    arities: { 1: rseq },
  }),
];
