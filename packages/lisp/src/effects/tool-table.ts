// The tools of a run by name, taken from the host's object once: own properties only, so that no
// name reaches a prototype.

import { OptionError } from "@ptc/core/errors";
import type { Tool, ToolFunction, Tools } from "@ptc/core/contracts";
import { hostFieldName } from "@ptc/core/values";

export type ToolTable = ReadonlyMap<string, Tool>;

/**
 * The tools a program can call, each under the name it was given.
 * @throws OptionError when something is neither a function nor a tool.
 */
export function toolTable(tools: Tools | undefined): ToolTable {
  const table = new Map<string, Tool>();
  for (const [name, tool] of Object.entries(tools ?? {})) table.set(name, normalised(name, tool));
  return table;
}

/**
 * The name under which `tools` has the tool that a program calls `name`: the exact name, or else
 * the name with underscores for hyphens.
 */
export function findTool(tools: ReadonlyMap<string, unknown>, name: string): string | undefined {
  if (tools.has(name)) return name;
  const spelled = hostFieldName(name);
  return tools.has(spelled) ? spelled : undefined;
}

function normalised(name: string, tool: Tool | ToolFunction): Tool {
  if (typeof tool === "function") return { execute: tool };
  // A caller in JavaScript may not keep to the types.
  const given: unknown = tool;
  if (
    typeof given === "object" &&
    given !== null &&
    typeof (given as Partial<Tool>).execute === "function"
  )
    return tool;
  throw new OptionError(
    `tools.${name}`,
    "expected a function, or an object with an `execute` function",
  );
}
