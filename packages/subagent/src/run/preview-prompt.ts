// Shows the first request of a mission without sending it.

import type { Fail } from "@ptc/core/contracts";
import { Firewall } from "@ptc/core/firewall";
import { Memory } from "@ptc/lisp";
import type { ModelMessage, ToolDefinition } from "@ptc/llm";
import { estimateUsage } from "@ptc/llm/adapter";
import { contentWithFiles } from "../files/file-part.ts";
import { preparePrompt } from "../loop/prepare-prompt.ts";
import { checkedAgent, type Agent } from "../agent/agent.ts";
import { withMissionLog } from "../loop/with-mission-log.ts";
import { withDepsInPrompt } from "../prompt/overridden-prompt.ts";
import { noteMemory } from "../firewall/hidden-values.ts";
import { chainedContext } from "../chain/chained-context.ts";
import type { ContextOption } from "../chain/context-option.ts";
import { contextOfOption, journalOption } from "../loop/mission-options.ts";
import { stepMessage, type StepMessage } from "../step/step-message.ts";
import { modeOf } from "../modes/mode-of.ts";

/** The result of `previewPrompt`: the first request of a mission, or the fail if it can't begin. */
export type PromptPreview =
  | {
      readonly ok: true;
      readonly system: string;
      /** The agent's prompt with its placeholders filled in, and with marks for its files. */
      readonly user: string;
      /**
       * The system prompt and the prompt as sent in the first request. Files are among the
       * `parts`.
       */
      readonly messages: readonly StepMessage[];
      /** The native tools of each request. Absent if the agent's mode has none. */
      readonly tools?: readonly ToolDefinition[];
      /** The estimated tokens of the first request. */
      readonly estimatedTokens: number;
      /** Warnings about the agent's definition and the context. */
      readonly warnings: readonly string[];
      readonly fail?: undefined;
    }
  /**
   * The context doesn't match the signature, a placeholder has no value, or the step given as the
   * context had failed.
   */
  | { readonly ok: false; readonly fail: Fail };

/**
 * Returns the first messages of a mission with this context, memory, journal and `deps`. Every
 * later request begins with the same system prompt.
 * @throws OptionError for a journal that `run` would refuse
 */
export function previewPrompt<Input, Deps = unknown>(
  given: Agent<Input, unknown, Deps>,
  context?: ContextOption<Input>["context"],
  memory: Memory = Memory.empty,
  journal?: Readonly<Record<string, unknown>>,
  deps?: Deps,
): PromptPreview {
  const entries = journalOption(journal);
  const chained = chainedContext(checkedAgent(given), context);
  if (chained.refused !== undefined) return { ok: false, fail: chained.refused };
  const agent = withDepsInPrompt(chained.agent, deps);
  const { firewall: options } = agent;
  const firewall = new Firewall(options);
  noteMemory(firewall, memory);
  const mode = modeOf(agent);
  const prepared = preparePrompt(agent, contextOfOption(chained.context), firewall, mode);
  if (!prepared.ok) return prepared;
  const system = mode.systemPrompt(agent, prepared.context, memory, firewall, entries);
  const user = withMissionLog(prepared.prompt, agent, entries, firewall);
  const tools = mode.tools?.(agent);
  const messages: readonly ModelMessage[] = [
    ...(system === "" ? [] : [{ role: "system" as const, content: system }]),
    { role: "user", content: contentWithFiles(user, prepared.files, firewall) },
  ];
  const { inputTokens } = estimateUsage(
    { messages, ...(tools === undefined ? {} : { tools }) },
    { content: [] },
  );
  return {
    ok: true,
    ...(tools === undefined ? {} : { tools }),
    system,
    user,
    messages: messages.map(stepMessage),
    estimatedTokens: inputTokens,
    warnings: [...agent.warnings, ...prepared.warnings],
  };
}
