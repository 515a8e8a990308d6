// Finds parts of a pattern that can match without taking a character. Engines differ on repetitions
// of such parts.

import type { RegexNode } from "./tree.ts";

/** Returns a function that checks whether a node can match nothing. It checks each node once. */
export function nullableTest(): (node: RegexNode) => boolean {
  const known = new Map<RegexNode, boolean>();
  const isNullable = (node: RegexNode): boolean => {
    let answer = known.get(node);
    if (answer === undefined) known.set(node, (answer = look(node)));
    return answer;
  };
  const look = (node: RegexNode): boolean => {
    switch (node.type) {
      case "set":
        return false;
      case "assertion":
      case "look":
        return true;
      case "group":
        return isNullable(node.item);
      case "sequence":
        return node.items.every(isNullable);
      case "choice":
        return node.options.some(isNullable);
      case "repeat":
        return node.min === 0 || isNullable(node.item);
    }
  };
  return isNullable;
}
