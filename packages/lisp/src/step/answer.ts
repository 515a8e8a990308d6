// Converts the value of a successful run to the form that the host requested.

import { printBounded } from "@ptc/core/printing";
import type { HostCollections, Value } from "@ptc/core/values";
import { handOver } from "../effects/hand-over.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { VarReference } from "../functions/var-reference.ts";

/**
 * Returns the program's value for the caller. If a program ends with a definition, this is the
 * defined value, and nothing more is computed for it.
 * @throws HostKeyError for a definition with uncomputed elements; what `handOver` throws
 */
export function hostValueOf(
  branch: Branch,
  value: Value,
  collections: HostCollections | "language",
): unknown {
  if (collections === "language") return countedAsText(branch, value);
  const isDefinition = value instanceof VarReference;
  return handOver(branch, isDefinition ? value.definition(branch) : value, {
    collections,
    isOutput: true,
    computesNothing: isDefinition,
  });
}

/** Counts the text of a value as output, because the caller will print it. Returns the value. */
function countedAsText(branch: Branch, value: Value): Value {
  const room = Math.max(0, branch.outputRoom);
  const { text, truncated } = printBounded(value, { maxCharacters: room });
  branch.countOutput(truncated ? room + 1 : text.length);
  return value;
}
