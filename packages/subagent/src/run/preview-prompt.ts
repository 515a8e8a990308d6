// Shows what a model would be told, without asking one.

import type { Fail } from "@ptc/core/contracts";
import { Firewall } from "@ptc/core/firewall";
import { Memory } from "@ptc/lisp";
import { estimateTokens, type ToolDefinition } from "@ptc/llm";
import { beginMission } from "../loop/begin-mission.ts";
import { checkedAgent, type Agent } from "../agent/agent.ts";
import { withMissionLog } from "../loop/with-mission-log.ts";
import { noteMemory } from "../loop/mission-firewall.ts";
import type { ContextOption } from "../loop/mission-options.ts";
import type { StepMessage } from "../step/step-message.ts";
import { modeOf } from "../modes/mode-of.ts";

export type PromptPreview =
  | {
      readonly ok: true;
      readonly system: string;
      /** The agent's prompt with its placeholders filled in. */
      readonly user: string;
      /** The system prompt and the prompt as the first request sends them. */
      readonly messages: readonly StepMessage[];
      /** The native tools of each request; absent where the mode of the agent has none. */
      readonly tools?: readonly ToolDefinition[];
      /** An estimate of the tokens in the first request. */
      readonly estimatedTokens: number;
      /** Those of the agent's definition, and of the context. */
      readonly warnings: readonly string[];
    }
  /** The context does not fit the signature, or a placeholder has no value. */
  | { readonly ok: false; readonly fail: Fail };

/**
 * The first messages of a mission that is given this context, memory and journal. Every later
 * request begins with the same system prompt.
 */
export function previewPrompt<Input>(
  agent: Agent<Input>,
  context?: ContextOption<Input>["context"],
  memory: Memory = Memory.empty,
  journal?: Readonly<Record<string, unknown>>,
): PromptPreview {
  const { firewall: options } = checkedAgent(agent);
  const firewall = new Firewall(options);
  noteMemory(firewall, memory);
  const mode = modeOf(agent);
  const begun = beginMission(agent, context ?? {}, firewall, mode);
  if (!begun.ok) return begun;
  const system = mode.systemPrompt(agent, begun.context, memory, firewall, journal);
  const user = withMissionLog(begun.prompt, agent, journal, firewall);
  const tools = mode.tools?.(checkedAgent(agent));
  return {
    ok: true,
    ...(tools === undefined ? {} : { tools }),
    system,
    user,
    messages: [
      ...(system === "" ? [] : [{ role: "system" as const, content: system }]),
      { role: "user", content: user },
    ],
    estimatedTokens:
      estimateTokens(system) +
      estimateTokens(user) +
      (tools === undefined ? 0 : estimateTokens(JSON.stringify(tools))),
    warnings: [...agent.warnings, ...begun.warnings],
  };
}
