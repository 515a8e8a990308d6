// Builtins that run branches in parallel: their tool calls overlap, and their results stay in
// order.

import type { Value, Vector } from "@ptc/core/values";
import { call0, callMany } from "../../functions/callable.ts";
import { elementsOf } from "../../sequence/elements.ts";
import { fork } from "../../evaluation/branches/fork.ts";
import type { Branch } from "../../evaluation/branches/branch.ts";
import type { Result } from "../../evaluation/result.ts";
import { row, type BuiltinRow } from "../row.ts";
import { collectionFor } from "../../sequence/collection-for.ts";

/** Maps several collections in parallel, up to the end of the shortest. */
function parallelMap(branch: Branch, [f = null, ...collections]: readonly Value[]): Result {
  const sources = collections.map((collection) => finite(branch, collection));
  const count = sources.reduce((least, source) => Math.min(least, source.count), Infinity);
  return fork(branch, "pmap", count, (inner, index) =>
    callMany(
      inner,
      f,
      sources.map((source) => source.at(index)),
    ),
  );
}

function finite(branch: Branch, collection: Value): Vector<Value> {
  return elementsOf(branch, collectionFor(branch, collection, "pmap"), "pmap");
}

export const parallelRows: readonly BuiltinRow[] = [
  row("pmap", ["(pmap f coll)", "(pmap f coll1 coll2 ...)"], {
    doc: "Like map, but the tool calls of all elements run in parallel.",
    example: ["(pmap inc [1 2])", "(2 3)"],
    passesFields: true,
    callsFunctions: true,
    awaits: true,
    arities: { rest: { from: 2, apply: parallelMap } },
  }),
  row("pcalls", "(pcalls f ...)", {
    doc: "Calls functions without arguments in parallel; returns the results.",
    example: ["(pcalls (fn [] 1) (fn [] 2))", "(1 2)"],
    callsFunctions: true,
    awaits: true,
    arities: {
      rest: {
        from: 0,
        apply: (branch, functions) =>
          fork(branch, "pcalls", functions.length, (inner, index) =>
            call0(inner, functions[index] ?? null),
          ),
      },
    },
  }),
];
