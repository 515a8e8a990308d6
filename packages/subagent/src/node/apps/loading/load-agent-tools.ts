// Loads the tools of modules for an agent, which may also have agents as tools.

import { OptionError } from "@ptc/core/errors";
import { LoadError } from "@ptc/core/internal/host";
import { defineField } from "@ptc/core/internal/values";
import { defineAgent, type AgentTools } from "../../../index.ts";
import {
  isAgentTool,
  shownModule,
  toolExports,
  toolProblem,
  type ToolExports,
  type ToolsModule,
} from "./tool-exports.ts";

/**
 * Loads the tools of all modules. See `toolExports`.
 * @throws LoadError naming the module and the invalid tool, or two modules with the same tool
 */
export async function loadAgentTools(modules: readonly ToolsModule[]): Promise<AgentTools> {
  const tools = {};
  const pathOf = new Map<string, string>();
  for (const module of modules) {
    const found = await toolExports(module, isAgentTool);
    assertTools(found, module);
    for (const [name, tool] of found) {
      const earlier = pathOf.get(name);
      if (earlier !== undefined)
        throw new LoadError(
          `tools modules ${earlier} and ${module.path} both have a tool ${JSON.stringify(name)}: rename one of them`,
        );
      pathOf.set(name, module.path);
      defineField(tools, name, tool);
    }
  }
  return tools;
}

/** @throws LoadError for a tool that an agent can't have */
function assertTools(found: ToolExports, module: ToolsModule): void {
  const tools = {};
  for (const [name, tool] of found) defineField(tools, name, tool);
  try {
    defineAgent({ prompt: "Check the tools.", tools });
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    throw new LoadError(`${shownModule(module)}: ${toolProblem(error)}`);
  }
}
