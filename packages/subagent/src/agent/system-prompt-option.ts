// The option by which an application replaces the system prompt that the agent assembles, or adds
// text before or after it.

import { wrongOption } from "../options/option-checks.ts";

/**
 * A text that replaces the assembled system prompt, texts to put before and after it, or a function
 * that is given it and answers another.
 */
export type SystemPromptOption =
  string | { readonly prefix?: string; readonly suffix?: string } | ((assembled: string) => string);

/** @throws OptionError */
export function systemPromptOption(
  given: SystemPromptOption | undefined,
): SystemPromptOption | undefined {
  if (given === undefined || typeof given === "string" || typeof given === "function") return given;
  // A caller written in JavaScript may pass anything.
  if (
    typeof (given as unknown) !== "object" ||
    (given as unknown) === null ||
    Object.entries(given).some(
      ([name, text]) =>
        !["prefix", "suffix"].includes(name) || typeof (text as unknown) !== "string",
    )
  ) {
    throw wrongOption(
      "systemPrompt",
      "expected a text, { prefix, suffix } with texts, or a function of the assembled prompt",
      given,
    );
  }
  return given;
}
