// Loads the agents of a configuration: modules whose default export is an agent, with their models.

import type { McpServerAgent, McpServerAgents } from "@ptc/mcp/server";
import { oneLine } from "@ptc/core/internal/errors";
import { isObject } from "@ptc/core/internal/host";
import { recordOf } from "@ptc/core/internal/values";
import type { AnyAgent } from "@ptc/subagent";
import { ConfigurationError } from "../config/configuration-error.ts";
import type { AgentConfiguration, Configuration } from "../config/configuration.ts";
import type { LoadModule } from "../upstreams/module-session.ts";
import type { ModelHost } from "./agent-model.ts";

/**
 * Returns the agents by name. Their code runs in this process.
 * @throws ConfigurationError with every agent that can't be used
 */
export async function loadAgents(
  configured: Configuration["agents"],
  load: LoadModule,
  host: ModelHost,
): Promise<McpServerAgents> {
  const problems: { readonly path: string; readonly message: string }[] = [];
  const agents: [string, McpServerAgent][] = [];
  for (const [name, one] of configured)
    try {
      agents.push([name, await loadAgent(one, load, host)]);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      problems.push({ path: `agents.${name}`, message: oneLine(message, 500) });
    }
  if (problems.length > 0) throw new ConfigurationError("the configuration", problems);
  return recordOf(agents);
}

async function loadAgent(
  { module, description, model }: AgentConfiguration,
  load: LoadModule,
  host: ModelHost,
): Promise<McpServerAgent> {
  const agent = agentIn(await load(module));
  const own: unknown = (agent as { readonly llm?: unknown }).llm;
  const named = model ?? (typeof own === "string" ? { name: own } : undefined);
  if (named === undefined && own === undefined)
    throw new Error(
      'the agent has no llm: name its model, { "agent": "./agent.ts", "model": "anthropic:claude-sonnet-5" }',
    );
  const shown = description === undefined ? {} : { description };
  if (named === undefined) return { agent, ...shown };
  const { agentModel } = await import("./agent-model.ts");
  return { agent, ...shown, options: { llm: await agentModel(named, host) } };
}

/** `createMcpServer` checks the agent itself. */
function agentIn(exported: unknown): AnyAgent {
  const found = isObject(exported) ? exported["default"] : undefined;
  if (!isObject(found))
    throw new Error("the module has no agent: write `export default defineAgent({ … })`");
  return found as unknown as AnyAgent;
}
