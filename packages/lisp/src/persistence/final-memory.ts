// The memory that a successful program leaves.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { ProgramBound } from "../evaluation/state/program-bound.ts";
import { whenRealized } from "../sequence/element-pending.ts";
import { LazySeq } from "../sequence/lazy-seq.ts";
import { Memory } from "./memory.ts";
import { storableValue } from "./storable-value.ts";

/**
 * The most elements computed in order to store a sequence of `lazy-seq`. A longer one counts as
 * endless.
 */
const mostElementsStored = 10_000;

function store(branch: Branch, values: Map<string, Value>, name: string, value: Value): void {
  try {
    if (
      value instanceof LazySeq &&
      value.isOpenEnded &&
      value.at(mostElementsStored, branch) !== undefined
    ) {
      skip(branch, name);
      return;
    }
    values.set(name, storableValue(branch, value, name));
  } catch (error) {
    if (!(error instanceof EvaluationError && error.kind === "unbounded_sequence")) throw error;
    skip(branch, name);
  }
}

function skip({ evaluation }: Branch, name: string): void {
  (evaluation.skippedNames ??= new Set()).add(name);
}

/**
 * The memory after a successful program, with its lazy sequences realized. Names of atoms,
 * transients and delays are omitted, because these don't outlive their program. Names of endless
 * sequences are omitted too, so that the answer of the program isn't lost.
 */
export function finalMemory(branch: Branch, mayAwait: boolean): Memory | Promise<Memory> {
  const { globals } = branch.evaluation;
  if (globals === undefined) return Memory.empty;
  return whenRealized(branch, () => {
    const values = new Map<string, Value>();
    for (const [name, { value }] of globals)
      if (value !== undefined && !(value instanceof ProgramBound))
        store(branch, values, name, value);
    return Memory.ofValues(values, mayAwait);
  });
}
