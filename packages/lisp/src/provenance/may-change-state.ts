// Whether evaluating a part of a program may change state that later code reads: a definition, an
// atom, a volatile or a transient.

import type { Node } from "../analysis/core-tree.ts";
import { partsOf } from "../analysis/node-parts.ts";

const known = new WeakMap<Node, boolean>();

/** True if it may, also inside of a function that it calls or returns. */
export function mayChangeState(node: Node): boolean {
  const found = known.get(node);
  if (found !== undefined) return found;
  known.set(node, false);
  const answer = changes(node);
  known.set(node, answer);
  return answer;
}

function changes(node: Node): boolean {
  if (node.type === "def" || node.type === "call" || node.type === "task") return true;
  if (node.type === "builtin-call" && node.builtin.name.endsWith("!")) return true;
  // A builtin may call a function that isn't written here.
  if (node.type === "builtin-call" && node.builtin.row.callsFunctions === true)
    return (
      node.args.some(({ type }) => type !== "constant" && type !== "function") || hasPart(node)
    );
  return hasPart(node);
}

/** True if a part of the node may, the bodies of functions included. */
function hasPart(node: Node): boolean {
  return (
    partsOf(node).some((part) => part !== undefined && mayChangeState(part)) ||
    (node.type === "function" && node.arities.some(({ body }) => mayChangeState(body)))
  );
}
