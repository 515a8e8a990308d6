// Collects facts about the core tree that generated code needs before it is written.

import type { Node, RecurNode } from "../analysis/core-tree.ts";
import { partsOf } from "../analysis/node-parts.ts";

/** Larger or deeper nodes are left to closures. */
const mostNodes = 1_000;
const deepest = 60;

/**
 * Returns the slots that are read anywhere in `root`. Returns `undefined` if `root` is too large
 * or too deep for generated code, so that later traversals may be recursive.
 */
export function slotsRead(root: Node): ReadonlySet<number> | undefined {
  const reads = new Set<number>();
  let level: readonly Node[] = [root];
  let seen = 0;
  for (let depth = 0; level.length > 0; depth++) {
    seen += level.length;
    if (depth > deepest || seen > mostNodes) return undefined;
    for (const node of level) if (node.type === "local") reads.add(node.slot);
    level = level.flatMap((node) => partsOf(node).filter((part) => part !== undefined));
  }
  return reads;
}

/** Returns a `recur` in `node` that continues a loop or function around it. */
export function recurIn(node: Node): RecurNode | undefined {
  if (node.type === "recur") return node;
  // The `recur` in the body of a loop belongs to that loop, and its initial values contain none.
  if (node.type === "loop") return undefined;
  for (const part of partsOf(node)) {
    const found = part === undefined ? undefined : recurIn(part);
    if (found !== undefined) return found;
  }
  return undefined;
}
