// The value of a successful run, in the form that the host asked for.

import { printBounded } from "@ptc/core/printing";
import type { HostCollections, Value } from "@ptc/core/values";
import { handOver } from "../effects/hand-over.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { VarReference } from "../functions/var-reference.ts";

/**
 * What the caller gets for the program's value. For a program that ends with a definition this is
 * the value it defined.
 */
export function hostValueOf(
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
