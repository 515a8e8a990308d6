// Builtins that make sorted maps and sets and read ranges of them. All other builtins on maps and
// sets also accept sorted ones and keep them sorted.

import { Vector, type Value } from "@ptc/core/values";
import {
  SortedMap,
  naturalOrder,
  presentKey,
  type KeyOrder,
  type SortedSet,
} from "@ptc/core/internal/values";
import { mistakeOf } from "../../evaluation/arguments/operand-error.ts";
import { EvaluationError } from "../../evaluation/errors/errors.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import { Builtin } from "../builtin.ts";
import { row, type Arities, type BuiltinRow } from "../row.ts";
import { atMost, wrongType } from "../../evaluation/arguments/expectations.ts";
import { orderOf } from "../sequences/function-order.ts";
import { emptyList } from "../../sequence/sequence-source.ts";
import {
  isSorted,
  sortedElements,
  sortedMapOf,
  sortedSetOf,
  type Sorted,
} from "../../sequence/sorted-source.ts";

/** Makes a sorted map from alternating keys and values. */
function mapOfArguments(
  branch: Branch,
  args: readonly Value[],
  order: KeyOrder,
  operation: string,
): SortedMap {
  if (args.length % 2 === 1)
    throw new EvaluationError("arity_error", `${operation}: the last key has no value`, {
      op: operation,
      hint: `write (${operation} ${operation === "sorted-map" ? "" : "comparator "}key value ...)`,
    });
  const entries: [Value, Value][] = [];
  branch.charge(args.length * 32);
  for (let index = 0; index < args.length; index += 2)
    entries.push([args[index] ?? null, args[index + 1] ?? null]);
  try {
    return sortedMapOf(branch, entries, order);
  } catch (error) {
    throw mistakeOf(error, operation);
  }
}

function mapBy(branch: Branch, [comparator = null, ...args]: readonly Value[]): SortedMap {
  return mapOfArguments(branch, args, orderOf(comparator, "sorted-map-by"), "sorted-map-by");
}

function setBy(branch: Branch, [comparator = null, ...members]: readonly Value[]): SortedSet {
  return sortedSetOf(branch, members, orderOf(comparator, "sorted-set-by"));
}

/** The positions of the keys that pass a test: `start` up to `end`. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

const stretches: ReadonlyMap<string, (branch: Branch, sorted: Sorted, key: Value) => Stretch> =
  new Map([
    ["<", (branch, sorted, key) => ({ start: 0, end: sorted.countBefore(key, false, branch) })],
    ["<=", (branch, sorted, key) => ({ start: 0, end: sorted.countBefore(key, true, branch) })],
    [
      ">",
      (branch, sorted, key) => ({
        start: sorted.countBefore(key, true, branch),
        end: sorted.count,
      }),
    ],
    [
      ">=",
      (branch, sorted, key) => ({
        start: sorted.countBefore(key, false, branch),
        end: sorted.count,
      }),
    ],
  ]);

function stretchOf(
  branch: Branch,
  sorted: Sorted,
  test: Value,
  key: Value,
  operation: string,
): Stretch {
  const find = test instanceof Builtin ? stretches.get(test.name) : undefined;
  if (find === undefined)
    throw wrongType(
      operation,
      "one of the tests <, <=, > and >=",
      test,
      `write (${operation} sorted >= key)`,
    );
  return find(branch, sorted, key);
}

/** Returns `key` as a map of fields spells it, so `>=` and `<=` find the field of its name. */
function ownSpelling(branch: Branch, sorted: Sorted, key: Value): Value {
  return sorted instanceof SortedMap ? (presentKey(sorted, key, branch) ?? key) : key;
}

/**
 * Returns the elements that pass one test or both, in the order of the collection, or reversed for
 * `rsubseq`.
 */
function stretch(branch: Branch, args: readonly Value[], operation: "subseq" | "rsubseq"): Value {
  const [sorted = null, ...written] = args;
  if (!isSorted(sorted))
    throw wrongType(
      operation,
      "a sorted map or set",
      sorted,
      "make it one first: (into (sorted-map) m) or (into (sorted-set) coll)",
    );
  atMost(args, 5, operation, `(${operation} sorted >= start < end)`);
  const tests = written.map((part, index) =>
    index % 2 === 1 ? ownSpelling(branch, sorted, part) : part,
  );
  let [start, end] = [0, sorted.count];
  for (let index = 0; index < tests.length; index += 2) {
    const found = stretchOf(
      branch,
      sorted,
      tests[index] ?? null,
      tests[index + 1] ?? null,
      operation,
    );
    start = Math.max(start, found.start);
    end = Math.min(end, found.end);
  }
  if (start >= end) return hasNoStart(branch, sorted, tests, operation) ? null : emptyList();
  const elements = sortedElements(branch, sorted, start, end);
  return Vector.of(operation === "subseq" ? elements : elements.reverse(), "sequence");
}

/**
 * True if an empty range gives nil because no element can start it; otherwise it gives an empty
 * list. Source: `clojure.core/subseq`.
 */
function hasNoStart(
  branch: Branch,
  sorted: Sorted,
  tests: readonly Value[],
  operation: "subseq" | "rsubseq",
): boolean {
  const [test = null, key = null, , last = null] = tests;
  if (tests.length === 2)
    return test instanceof Builtin && test.name.startsWith(operation === "subseq" ? ">" : "<");
  return operation === "subseq"
    ? sorted.countBefore(key, false, branch) === sorted.count
    : sorted.countBefore(last, true, branch) === 0;
}

function stretching(name: "subseq" | "rsubseq"): Arities {
  return {
    3: (branch, sorted, test, key) => stretch(branch, [sorted, test, key], name),
    rest: { from: 5, apply: (branch, args) => stretch(branch, args, name) },
  };
}

export const sortedRows: readonly BuiltinRow[] = [
  row("sorted-map", "(sorted-map key value ...)", {
    doc: "Makes a map of keys and values, sorted by its keys.",
    example: ["(sorted-map :b 1 :a 2)", "{:a 2, :b 1}"],
    arities: {
      rest: {
        from: 0,
        apply: (branch, args) => mapOfArguments(branch, args, naturalOrder, "sorted-map"),
      },
    },
  }),
  row("sorted-map-by", "(sorted-map-by comparator key value ...)", {
    doc: "Makes a map with its keys sorted by a comparator: <, > or a function of two keys.",
    example: ["(into (sorted-map-by >) {1 :a, 2 :b})", "{2 :b, 1 :a}"],
    callsFunctions: true,
    arities: { rest: { from: 1, apply: mapBy } },
  }),
  row("sorted-set", "(sorted-set x ...)", {
    doc: "Makes a sorted set of them.",
    example: ["(sorted-set 3 1 2)", "#{1 2 3}"],
    arities: {
      rest: { from: 0, apply: (branch, args) => sortedSetOf(branch, args, naturalOrder) },
    },
  }),
  row("sorted-set-by", "(sorted-set-by comparator x ...)", {
    doc: "Makes a set sorted by a comparator: <, > or a function of two members.",
    example: ["(sorted-set-by > 3 1 2)", "#{3 2 1}"],
    callsFunctions: true,
    arities: { rest: { from: 1, apply: setBy } },
  }),
  row("subseq", ["(subseq sorted test key)", "(subseq sorted start-test start end-test end)"], {
    doc: "Returns the elements of a sorted map or set whose keys pass a test: <, <=, > or >= key.",
    example: ["(subseq (sorted-map 1 :a, 2 :b, 3 :c) >= 2)", "([2 :b] [3 :c])"],
    arities: stretching("subseq"),
  }),
  row("rsubseq", ["(rsubseq sorted test key)", "(rsubseq sorted start-test start end-test end)"], {
    doc: "Like subseq, in reverse order.",
    example: ["(rsubseq (sorted-set 1 2 3 4) > 1 <= 3)", "(3 2)"],
    arities: stretching("rsubseq"),
  }),
];
