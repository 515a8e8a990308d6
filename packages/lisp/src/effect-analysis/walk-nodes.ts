// Walks over all nodes of a program, also those inside of functions.

import type { Node } from "../analysis/core-tree.ts";
import { partsOf } from "../analysis/node-parts.ts";

function allPartsOf(node: Node): readonly (Node | undefined)[] {
  const parts = partsOf(node);
  return node.type === "function" ? [...parts, ...node.arities.map(({ body }) => body)] : parts;
}

/**
 * Calls `visit` once for each node in `roots` and inside them. Doesn't go into a node for which it
 * returns false.
 */
export function walkNodes(
  roots: readonly (Node | undefined)[],
  visit: (node: Node) => boolean,
): void {
  walkWith(roots, true, (node) => visit(node) || undefined);
}

/**
 * Like `walkNodes`, with a state for each node. `visit` returns the state for the nodes inside, or
 * undefined to leave them out. Returns the number of nodes and of references between them.
 */
export function walkWith<State>(
  roots: readonly (Node | undefined)[],
  state: State,
  visit: (node: Node, state: State) => State | undefined,
): number {
  let count = 0;
  const seen = new Set<Node>();
  const open = roots.map((node): readonly [Node | undefined, State] => [node, state]).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, around] = next;
    if (node === undefined || seen.has(node)) continue;
    seen.add(node);
    const inside = visit(node, around);
    if (inside === undefined) continue;
    const parts = allPartsOf(node);
    count += 1 + parts.length;
    for (let index = parts.length - 1; index >= 0; index--) open.push([parts[index], inside]);
  }
  return count;
}
