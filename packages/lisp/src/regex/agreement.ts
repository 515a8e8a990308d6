// Finds patterns for which the host's engine differs from Java's. The host forgets the groups of a
// repetition at every iteration, and it doesn't take an iteration that would match nothing. Such
// patterns are left to the linear engine, which behaves like Java.

import { nullableTest } from "./nullable.ts";
import type { RegexNode } from "./tree.ts";

/**
 * True if the host's engine finds the same matches with the same groups as Java's, for every text.
 */
export function hostAgrees(root: RegexNode): boolean {
  const isNullable = nullableTest();
  const agrees = (node: RegexNode): boolean => {
    switch (node.type) {
      case "set":
      case "assertion":
        return true;
      case "group":
      case "look":
        return agrees(node.item);
      case "sequence":
        return node.items.every(agrees);
      case "choice":
        return node.options.every(agrees);
      case "repeat":
        return (
          !isNullable(node.item) && (node.max <= 1 || setsItsGroups(node.item)) && agrees(node.item)
        );
    }
  };
  return agrees(root);
}

/**
 * True if every group of `node` takes part whenever `node` matches, so that none keeps a value
 * from an earlier iteration.
 */
function setsItsGroups(node: RegexNode): boolean {
  switch (node.type) {
    case "set":
    case "assertion":
    case "look":
      return true;
    case "group":
      return setsItsGroups(node.item);
    case "sequence":
      return node.items.every(setsItsGroups);
    case "choice":
      return !node.options.some(hasGroups);
    case "repeat":
      return node.min > 0 ? setsItsGroups(node.item) : !hasGroups(node.item);
  }
}

function hasGroups(node: RegexNode): boolean {
  switch (node.type) {
    case "set":
    case "assertion":
    case "look":
      return false;
    case "group":
      return true;
    case "sequence":
      return node.items.some(hasGroups);
    case "choice":
      return node.options.some(hasGroups);
    case "repeat":
      return hasGroups(node.item);
  }
}
