// The parts of a node of the core tree, for walks over whole programs.

import type { IterationClause, Node } from "../analysis/core-tree.ts";

/** Returns the nodes directly inside `node`, also inside of functions, in the order of the text. */
export function partsOf(node: Node): readonly (Node | undefined)[] {
  switch (node.type) {
    case "constant":
    case "local":
    case "captured":
    case "self":
    case "global":
    case "data":
    case "history":
    case "sibling":
      return [];
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
      return [...node.bindings.map(({ init }) => init), node.body];
    case "recur":
    case "builtin-call":
      return node.args;
    case "def":
      return [node.init];
    case "function":
      return [...node.captures.map(({ from }) => from), ...node.arities.map(({ body }) => body)];
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
  }
}

function clauseParts(clause: IterationClause): readonly Node[] {
  switch (clause.type) {
    case "each":
      return [clause.source, ...clause.bindings.map(({ init }) => init)];
    case "let":
      return clause.bindings.map(({ init }) => init);
    case "when":
    case "while":
      return [clause.test];
  }
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
    const parts = partsOf(node);
    count += 1 + parts.length;
    for (let index = parts.length - 1; index >= 0; index--) open.push([parts[index], inside]);
  }
  return count;
}
