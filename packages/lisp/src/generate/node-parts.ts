// Collects facts about the core tree that generated code needs before it is written.

import type { Binding, IterationClause, Node, RecurNode } from "../analysis/core-tree.ts";

/**
 * Returns the direct children of `node`, except for the bodies of functions, which have their own
 * slots.
 */
function partsOf(node: Node): readonly (Node | undefined)[] {
  switch (node.type) {
    case "if":
      return [node.test, node.then, node.otherwise];
    case "do":
      return node.body;
    case "and":
    case "or":
    case "vector":
    case "set":
    case "map":
      return node.items;
    case "let":
    case "loop":
      return [...inits(node.bindings), node.body];
    case "recur":
    case "builtin-call":
      return node.args;
    case "def":
      return [node.init];
    case "function":
      return node.captures.map(({ from }) => from);
    case "call":
      return [node.callee, ...node.args];
    case "field":
      return [node.target, node.otherwise];
    case "tool":
      return [node.args];
    case "case":
      return [node.subject, ...node.bodies, node.otherwise];
    case "for":
      return [...node.clauses.flatMap(clauseParts), node.body];
    case "element":
    case "rest":
      return [node.source];
    case "pick":
      return [node.source, node.key, node.otherwise];
    case "signal":
    case "throw":
      return [node.value];
    case "try":
      return [node.body, ...node.catches.map(({ body }) => body), node.last];
    case "letfn":
      return [...node.functions, node.body];
    case "task":
      return [node.id, node.body];
    default:
      return [];
  }
}

function inits(bindings: readonly Binding[]): readonly Node[] {
  return bindings.map(({ init }) => init);
}

function clauseParts(clause: IterationClause): readonly Node[] {
  switch (clause.type) {
    case "each":
      return [clause.source, ...inits(clause.bindings)];
    case "let":
      return inits(clause.bindings);
    default:
      return [clause.test];
  }
}

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
