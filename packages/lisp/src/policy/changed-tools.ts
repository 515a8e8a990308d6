// Tools with another function.

import type { Tool, ToolFunction, Tools } from "@ptc/core/contracts";
import { isObject } from "@ptc/core/internal/host";
import { isPlain } from "../effects/tool-table.ts";

/** Returns tools with other functions. Values that aren't tools stay, so that runs refuse them. */
export function changedTools(
  tools: Tools,
  change: (name: string, execute: ToolFunction, tool: Tool) => ToolFunction,
): Tools {
  return Object.fromEntries(
    Object.entries(tools).map(([name, given]): [string, Tools[string]] => {
      const tool = toolOf(given);
      return [
        name,
        tool === undefined
          ? given
          : withFields(tool, {
              execute: change(name, (args, context) => tool.execute(args, context), tool),
            }),
      ];
    }),
  );
}

/** Returns the tools by name, without values that aren't tools. */
export function toolsOf(tools: Tools): ReadonlyMap<string, Tool> {
  return new Map(
    Object.entries(tools).flatMap(([name, given]): [string, Tool][] => {
      const tool = toolOf(given);
      return tool === undefined ? [] : [[name, tool]];
    }),
  );
}

/** Returns the tool of an entry; undefined for a value that isn't one. */
export function toolOf(given: Tools[string]): Tool | undefined {
  const tool = (typeof given === "function" ? { execute: given } : given) as Tool;
  return isObject(tool) && typeof (tool.execute as unknown) === "function" ? tool : undefined;
}

/** Returns a tool with other fields. The fields of an instance may be inherited. */
export function withFields(tool: Tool, fields: Partial<Tool>): Tool {
  return isPlain(tool)
    ? { ...tool, ...fields }
    : Object.assign(Object.create(tool) as Tool, fields);
}
