// What the host gets of a run that succeeded: its value in the form the host asked for, and the
// memory it leaves.

import { printBounded } from "@ptc/core/printing";
import type { HostCollections, Value } from "@ptc/core/values";
import { handOver } from "../effects/hand-over.ts";
import { Atom } from "../evaluation/atom.ts";
import type { Branch } from "../evaluation/branch.ts";
import { VarReference } from "../functions/var-reference.ts";
import { keptValue } from "../persistence/kept.ts";
import { Memory } from "../persistence/memory.ts";
import { Delay } from "../sequence/delay.ts";
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
 * The memory that a successful program leaves, with its lazy sequences realised. A name that holds
 * an atom or a delay is left out, because these do not outlive their program.
 */
export function keptMemory(branch: Branch, mayAwait: boolean): Memory | Promise<Memory> {
  const { globals } = branch.evaluation;
  if (globals === undefined) return Memory.empty;
  return whenRealised(branch, () => {
    const values = new Map<string, Value>();
    for (const [name, { value }] of globals)
      if (value !== undefined && !(value instanceof Atom) && !(value instanceof Delay))
        values.set(name, keptValue(branch, value, name));
    return Memory.ofValues(values, mayAwait);
  });
}
