// Loads the agents of a configuration: modules whose default export is an agent.

import type { McpServerAgents } from "@ptc/mcp/server";
import { oneLine } from "@ptc/core/internal/errors";
import { isObject } from "@ptc/core/internal/host";
import { recordOf } from "@ptc/core/internal/values";
import { ConfigurationError } from "../config/configuration-error.ts";
import type { LoadModule } from "../upstreams/module-session.ts";

/**
 * Returns the agents by name. Their code runs in this process.
 * @throws ConfigurationError with every module that can't be used
 */
export async function loadAgents(
  modules: ReadonlyMap<string, string>,
  load: LoadModule,
): Promise<McpServerAgents> {
  const problems: { readonly path: string; readonly message: string }[] = [];
  const agents: [string, McpServerAgents[string]][] = [];
  for (const [name, module] of modules)
    try {
      agents.push([name, agentIn(await load(module))]);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      problems.push({ path: `agents.${name}`, message: oneLine(message, 500) });
    }
  if (problems.length > 0) throw new ConfigurationError("the configuration", problems);
  return recordOf(agents);
}

/** `createMcpServer` checks the agent itself. */
function agentIn(exported: unknown): McpServerAgents[string] {
  const found = isObject(exported) ? exported["default"] : undefined;
  if (!isObject(found))
    throw new Error("the module has no agent: write `export default defineAgent({ … })`");
  return found as unknown as McpServerAgents[string];
}
