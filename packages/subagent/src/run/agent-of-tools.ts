// The agent of programs without a mission: it has tools and limits, and never gets a request.

import { defineAgent, type Agent } from "../agent/agent.ts";
import type { AgentOptions } from "../agent/agent-options.ts";
import { programToolMode } from "../mode-traits/mode-table.ts";

/** @throws OptionError naming the option */
export function agentOfTools(options: Omit<AgentOptions, "prompt" | "signature" | "mode">): Agent {
  return defineAgent({ ...options, prompt: "Run programs.", mode: programToolMode });
}
