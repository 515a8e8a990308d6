// The option that replaces the assembled system prompt, or adds text before or after it.

import { wrongOption } from "../options/option-checks.ts";

/**
 * A text that replaces the assembled system prompt, or texts to add before and after it. A
 * function receives it with the `deps` of the run and returns another.
 */
export type SystemPromptOption<Deps = unknown> =
  | string
  | { readonly prefix?: string; readonly suffix?: string }
  | ((assembled: string, run: { readonly deps: Deps }) => string);

/** Checks the option. @throws OptionError */
export function systemPromptOption(
  given: SystemPromptOption<never> | undefined,
): SystemPromptOption | undefined {
  // The type of `deps` is checked when the agent is run.
  if (typeof given === "function") return given as (assembled: string, run: object) => string;
  if (given === undefined || typeof given === "string") return given;
  // JavaScript callers may pass anything.
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
      "expected a string, { prefix, suffix } with strings, or a function of the assembled prompt",
      given,
    );
  }
  return given;
}
