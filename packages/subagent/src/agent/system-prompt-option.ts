// What an application puts in place of the assembled system prompt, or around it.

import { wrongOption } from "../options/option-checks.ts";

/** The system prompt in place of the one that is assembled, text around it, or a function of it. */
export type SystemPromptOption =
  string | { readonly prefix?: string; readonly suffix?: string } | ((assembled: string) => string);

/** @throws OptionError */
export function systemPromptOption(
  given: SystemPromptOption | undefined,
): SystemPromptOption | undefined {
  if (given === undefined || typeof given === "string" || typeof given === "function") return given;
  // A JavaScript caller may give anything.
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
