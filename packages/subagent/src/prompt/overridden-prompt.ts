// What the option `systemPrompt` makes of the prompt that a mode assembles.

import type { Agent } from "../agent/agent.ts";
import { wrongOption } from "../options/option-checks.ts";

/** @throws OptionError for a function that does not answer a text */
export function overriddenPrompt(assembled: string, { systemPrompt: override }: Agent): string {
  if (override === undefined) return assembled;
  if (typeof override === "string") return override;
  if (typeof override === "function") return overriddenBy(override, assembled);
  return [override.prefix, assembled, override.suffix]
    .filter((text) => text !== undefined)
    .join("\n\n");
}

function overriddenBy(override: (assembled: string) => string, assembled: string): string {
  const made: unknown = override(assembled);
  if (typeof made !== "string")
    throw wrongOption("systemPrompt", "expected a function that answers a text", made);
  return made;
}
