// Gives the arguments of tools with schemas their declared names, and reports undeclared ones. It
// loads lazily, because only such tools need it.

import { argumentsOfSchema, type DeclaredArguments } from "@ptc/core/internal/arguments";
import type { Tool, ToolArguments } from "@ptc/core/contracts";
import type { ToolTable } from "./tool-table.ts";
import { wrappedTool } from "./tool-runner.ts";

const tables = /* @__PURE__ */ new WeakMap<ToolTable, ToolTable>();

/** Returns the same tools; each with a schema receives its arguments under their declared names. */
export function withDeclaredNames(table: ToolTable): ToolTable {
  let named = tables.get(table);
  if (named === undefined) {
    named = new Map(Array.from(table, ([name, tool]) => [name, withNames(name, tool)]));
    tables.set(table, named);
  }
  return named;
}

function withNames(name: string, tool: Tool): Tool {
  const declared = tool.inputSchema && argumentsOfSchema(tool.inputSchema);
  if (declared === undefined) return tool;
  return wrappedTool(name, tool, [
    (execute) => (args, context) => execute(namedArguments(args, declared), context),
  ]);
}

/** @throws TypeError for undeclared arguments, and for two keys with one declared name */
function namedArguments(args: ToolArguments, declared: DeclaredArguments): ToolArguments {
  const named = declared.named(args);
  if (!named.ok) throw new TypeError(`wrong arguments: ${named.problems.join("; ")}`);
  return named.value as ToolArguments;
}
