// What the host gets of a run that succeeded: its value in the form the host asked for, and the
// memory it leaves.

import { printBounded } from "@ptc/core/printing";
import type { HostCollections, Value } from "@ptc/core/values";
import { handOver } from "../effects/hand-over.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { EvaluationError } from "../evaluation/errors/errors.ts";
import { ProgramBound } from "../evaluation/state/program-bound.ts";
import { VarReference } from "../functions/var-reference.ts";
import { keptValue } from "../persistence/kept.ts";
import { Memory } from "../persistence/memory.ts";
import { LazySeq } from "../sequence/lazy-seq.ts";
import { whenRealised } from "../sequence/element-pending.ts";

/**
 * What the caller gets for the program's value. For a program that ends with a definition this is
 * the value it defined.
 */
export function answerOf(
  branch: Branch,
  value: Value,
  collections: HostCollections | "language",
): unknown {
  if (collections === "language") return countedAsText(branch, value);
  return handOver(branch, value instanceof VarReference ? value.value(branch) : value, {
    collections,
    isOutput: true,
  });
}

/** A value that its caller will print: its text counts as output. */
function countedAsText(branch: Branch, value: Value): Value {
  const room = Math.max(0, branch.outputRoom);
  const { text, truncated } = printBounded(value, { maxCharacters: room });
  branch.countOutput(truncated ? room + 1 : text.length);
  return value;
}

/**
 * How many elements are computed in order to keep a sequence that a program computes with
 * `lazy-seq`. One that goes on is taken to have no end.
 */
const mostElementsKept = 10_000;

function keep(branch: Branch, values: Map<string, Value>, name: string, value: Value): void {
  try {
    if (
      value instanceof LazySeq &&
      value.isOpenEnded &&
      value.at(mostElementsKept, branch) !== undefined
    ) {
      leaveOut(branch, name);
      return;
    }
    values.set(name, keptValue(branch, value, name));
  } catch (error) {
    if (!(error instanceof EvaluationError && error.kind === "unbounded_sequence")) throw error;
    leaveOut(branch, name);
  }
}

function leaveOut({ evaluation }: Branch, name: string): void {
  (evaluation.unkept ??= new Set()).add(name);
}

/**
 * The memory that a successful program leaves, with its lazy sequences realised. A name that holds
 * an atom, a transient or a delay is left out, because these do not outlive their program, and so
 * is one that holds a sequence without end: what the program answers is not lost for it.
 */
export function keptMemory(branch: Branch, mayAwait: boolean): Memory | Promise<Memory> {
  const { globals } = branch.evaluation;
  if (globals === undefined) return Memory.empty;
  return whenRealised(branch, () => {
    const values = new Map<string, Value>();
    for (const [name, { value }] of globals)
      if (value !== undefined && !(value instanceof ProgramBound))
        keep(branch, values, name, value);
    return Memory.ofValues(values, mayAwait);
  });
}
