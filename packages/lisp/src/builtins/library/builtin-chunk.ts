// A chunk: families of builtins that load together. Loading it makes the builtins from their rows.

import { Vector, type Value } from "@ptc/core/values";
import type { Result } from "../../evaluation/result.ts";
import { isOfFields, passedOn } from "../../sequence/fields.ts";
import { Builtin } from "../builtin.ts";
import { FunctionCaller } from "../function-caller.ts";
import type { Arities, BuiltinRow } from "../row.ts";
import type { BuiltinFamily } from "../builtin-family.ts";
import type { ChunkName } from "./builtin-names.ts";

/** Builtins by each of their names. */
export type BuiltinTable = ReadonlyMap<string, Builtin>;

export interface BuiltinChunk {
  readonly name: ChunkName;
  readonly families: readonly BuiltinFamily[];
  /**
   * A chunk that always loads with this one. The code this chunk shares with the evaluator is then
   * mostly shared with that chunk too, so a bundler makes few files of shared code.
   */
  readonly base: BuiltinChunk | undefined;
  /** Makes its builtins, new on each call. */
  makeBuiltins(): BuiltinTable;
}

export function builtinChunk(
  name: ChunkName,
  families: readonly BuiltinFamily[],
  base?: BuiltinChunk,
): BuiltinChunk {
  return {
    name,
    families,
    base,
    makeBuiltins: () => builtinTable(families.flatMap(({ rows }) => rows)),
  };
}

/**
 * Returns the table of `rows`. Throws if two rows claim a name, which is a mistake in the tables.
 */
export function builtinTable(rows: readonly BuiltinRow[]): BuiltinTable {
  const table = new Map<string, Builtin>();
  for (const row of rows) {
    const Kind = row.callsFunctions === true ? FunctionCaller : Builtin;
    const builtin = new Kind(
      row.yieldsSequence === true
        ? { ...row, arities: withResults(row.arities, asSequence) }
        : row.passesFields === true
          ? { ...row, arities: withResults(row.arities, (result) => result) }
          : row,
    );
    for (const name of row.names) {
      if (table.has(name)) throw new Error(`two builtins are named ${name}`);
      table.set(name, builtin);
    }
  }
  return table;
}

/**
 * Returns the arities with `change` applied to each result. A collection made from the last
 * argument, or from any of more than three, passes on its mark; see `sequence/fields.ts`.
 */
function withResults(
  { 0: none, 1: one, 2: two, 3: three, rest }: Arities,
  change: (result: Result) => Result,
): Arities {
  const from = (source: Value, result: Result): Result => passedOn(source, change(result));
  return {
    ...(none === undefined ? {} : { 0: (branch) => change(none(branch)) }),
    ...(one === undefined ? {} : { 1: (branch, first) => from(first, one(branch, first)) }),
    ...(two === undefined
      ? {}
      : { 2: (branch, first, second) => from(second, two(branch, first, second)) }),
    ...(three === undefined
      ? {}
      : {
          3: (branch, first, second, third) => from(third, three(branch, first, second, third)),
        }),
    ...(rest === undefined
      ? {}
      : {
          rest: {
            from: rest.from,
            apply: (branch, args) => from(args.find(isOfFields) ?? null, rest.apply(branch, args)),
          },
        }),
  };
}

function asSequence(result: Result): Result {
  if (result instanceof Vector) return result.asSequence();
  return result instanceof Promise ? result.then(asSequence) : result;
}
