// Builds the memory that a successful program leaves.

import type { Value } from "@ptc/core/values";
import type { Branch } from "../evaluation/branches/branch.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { ProgramBound } from "../evaluation/state/program-bound.ts";
import { whenRealized } from "../sequence/element-pending.ts";
import { LazySeq } from "../sequence/lazy-seq.ts";
import { Memory } from "./memory.ts";
import { storableValue } from "./storable-value.ts";

/**
 * Elements of a `lazy-seq` to compute at most when it is stored. A longer sequence counts as
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
 * Returns the memory after a successful program, with its lazy sequences realized. Omits names of
 * atoms, transients and delays, because these don't outlive their program. Also omits names of
 * endless sequences, so that the program keeps its result.
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
