// Finds functions whose result is certainly not `(reduced …)`, so that `run!` calls them for every
// element. It looks at the places whose value is the result, and nowhere else.

import type { Node } from "../analysis/core-tree.ts";
import { Builtin } from "../builtins/builtin.ts";
import { Reduced } from "../functions/reduced.ts";
import type { Foreseen } from "./foreseen-value.ts";
import { hasKnownType } from "./known-types.ts";

/** True if no call of the value returns a reduced value. */
export function neverReduces(callee: Foreseen): boolean {
  if (callee.kind === "function")
    return callee.node.arities.every(({ body }) => !mayBeReduced(body));
  return (
    callee.kind === "constant" && callee.value instanceof Builtin && hasKnownType(callee.value.name)
  );
}

function mayBeReduced(result: Node): boolean {
  const open = [result];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    switch (node.type) {
      case "tool":
      case "vector":
      case "map":
      case "set":
      case "function":
      case "def":
      case "for":
      case "recur":
      case "signal":
      case "throw":
        break;
      case "constant":
        if (node.value instanceof Reduced) return true;
        break;
      case "builtin-call":
        if (!hasKnownType(node.builtin.name)) return true;
        break;
      case "if":
        open.push(node.then, node.otherwise);
        break;
      case "do": {
        const last = node.body.at(-1);
        if (last !== undefined) open.push(last);
        break;
      }
      case "let":
      case "letfn":
        open.push(node.body);
        break;
      default:
        return true;
    }
  return false;
}
