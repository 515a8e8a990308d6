// Applies the option `systemPrompt` to the prompt that a mode assembles.

import type { Agent } from "../agent/agent.ts";
import type { SystemPromptOption } from "../agent/system-prompt-option.ts";
import { wrongOption } from "../options/option-checks.ts";

/** @throws OptionError for a function that does not return a string */
export function overriddenPrompt(assembled: string, { systemPrompt: override }: Agent): string {
  if (override === undefined) return assembled;
  if (typeof override === "string") return override;
  if (typeof override === "function") return overriddenBy(override, assembled);
  return [override.prefix, assembled, override.suffix]
    .filter((text) => text !== undefined)
    .join("\n\n");
}

/** Returns `agent` for a run with these `deps`, which are passed to its function `systemPrompt`. */
export function withDepsInPrompt(agent: Agent, deps: unknown): Agent {
  const { systemPrompt } = agent;
  if (typeof systemPrompt !== "function") return agent;
  return { ...agent, systemPrompt: (assembled) => systemPrompt(assembled, { deps }) };
}

function overriddenBy(
  override: Extract<SystemPromptOption, (...given: never) => unknown>,
  assembled: string,
): string {
  const made: unknown = override(assembled, { deps: undefined });
  if (typeof made !== "string")
    throw wrongOption("systemPrompt", "expected a function that returns a string", made);
  return made;
}
