// The parts of a node of the core tree, for walks over programs.

import type { Binding, IterationClause, Node } from "./core-tree.ts";

/**
 * Returns the direct children of `node`, except for the bodies of functions, which have their own
 * slots.
 */
export function partsOf(node: Node): readonly (Node | undefined)[] {
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
    case "constant":
    case "local":
    case "captured":
    case "self":
    case "global":
    case "data":
    case "history":
    case "sibling":
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
    case "when":
    case "while":
      return [clause.test];
  }
}
