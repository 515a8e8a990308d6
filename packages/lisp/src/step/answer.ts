// Converts the value of a successful run to the form that the host requested.

import type { HostCollections, Value } from "@ptc/core/values";
import { handOver } from "../effects/hand-over.ts";
import type { Branch } from "../evaluation/branches/branch.ts";
import { VarReference } from "../functions/var-reference.ts";

/**
 * Returns the program's value for the caller. If a program ends with a definition, this is the
 * defined value, and nothing more is computed for it.
 * @throws HostKeyError for a definition with uncomputed elements; what `handOver` throws
 */
export function hostValueOf(branch: Branch, value: Value, collections: HostCollections): unknown {
  const isDefinition = value instanceof VarReference;
  return handOver(branch, isDefinition ? value.definition(branch) : value, {
    collections,
    isOutput: true,
    computesNothing: isDefinition,
  });
}
