// Marks tools that report undeclared arguments themselves.

import type { Tool } from "../../contracts/index.ts";

const ownCheck = Symbol.for("ptc.ownArgumentCheck");

/** Returns a tool whose `execute` reports undeclared arguments, or takes them. */
export function withOwnArgumentCheck<Given extends Tool>(tool: Given): Given {
  return { ...tool, [ownCheck]: true };
}

/** True for a tool made by `withOwnArgumentCheck`. */
export function hasOwnArgumentCheck(tool: object): boolean {
  return (tool as { readonly [ownCheck]?: unknown })[ownCheck] === true;
}
