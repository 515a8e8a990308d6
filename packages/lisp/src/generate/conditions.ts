// Writes tests in generated code. The statements that a test needs are written first, and the test
// itself becomes a condition of the host without being stored as a value.

import type { Node } from "../analysis/core-tree.ts";
import { testOf } from "./builtin-calls.ts";
import type { Emission } from "./emission.ts";

/**
 * Returns an expression that is true or false, as `node` is. It may be read once, right after the
 * written lines.
 */
export function conditionOf(emission: Emission, node: Node): string {
  if (node.type === "constant") return String(node.value !== null && node.value !== false);
  if (node.type === "and" || node.type === "or") return junction(emission, node.type, node.items);
  if (node.type === "builtin-call") {
    const test = testOf(emission, node);
    if (test !== undefined) return test;
  }
  const value = emission.operand(node);
  return `${value}!==null&&${value}!==false`;
}

function junction(emission: Emission, type: "and" | "or", items: readonly Node[]): string {
  if (items.length === 0) return "false";
  const name = emission.writer.temporary();
  for (const [index, item] of items.entries()) {
    if (index > 0) emission.line(type === "and" ? `if(${name}){` : `if(!${name}){`);
    emission.line(`${name}=${conditionOf(emission, item)};`);
  }
  emission.line("}".repeat(items.length - 1));
  return name;
}
