// Builtins made from the rows of a chunk, when it is loaded.

import { Vector } from "@ptc/core/values";
import type { Result } from "../evaluation/result.ts";
import { Builtin, type Arities, type BuiltinRow } from "./builtin.ts";
import { elementFree } from "./element-free.ts";

/** Builtins by every one of their names. */
export type BuiltinTable = ReadonlyMap<string, Builtin>;

/** The table of `rows`; a name that two rows claim is a mistake of ours and throws. */
export function builtinTable(rows: readonly BuiltinRow[]): BuiltinTable {
  const table = new Map<string, Builtin>();
  for (const row of rows) {
    const builtin = new Builtin(row.yieldsSequence === true ? { ...row, arities: yieldingSequence(row.arities) } : row, !elementFree.has(row.names[0]));
    for (const name of row.names) {
      if (table.has(name)) throw new Error(`two builtins are named ${name}`);
      table.set(name, builtin);
    }
  }
  return table;
}

/** The arities with a vector they answer marked as a sequence. */
function yieldingSequence({ 0: none, 1: one, 2: two, 3: three, rest }: Arities): Arities {
  return {
    ...(none === undefined ? {} : { 0: (branch) => asSequence(none(branch)) }),
    ...(one === undefined ? {} : { 1: (branch, first) => asSequence(one(branch, first)) }),
    ...(two === undefined ? {} : { 2: (branch, first, second) => asSequence(two(branch, first, second)) }),
    ...(three === undefined ? {} : { 3: (branch, first, second, third) => asSequence(three(branch, first, second, third)) }),
    ...(rest === undefined ? {} : { rest: { from: rest.from, apply: (branch, args) => asSequence(rest.apply(branch, args)) } }),
  };
}

function asSequence(result: Result): Result {
  if (result instanceof Vector) return result.asSequence(true);
  return result instanceof Promise ? result.then(asSequence) : result;
}
