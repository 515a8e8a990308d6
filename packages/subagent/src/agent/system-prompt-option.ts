// The option by which an application replaces the system prompt that the agent assembles, or adds
// text before or after it.

import { wrongOption } from "../options/option-checks.ts";

/**
 * A text that replaces the assembled system prompt, texts to put before and after it, or a function
 * that is given it, and the `deps` of the run, and answers another.
 */
export type SystemPromptOption<Deps = unknown> =
  | string
  | { readonly prefix?: string; readonly suffix?: string }
  | ((assembled: string, run: { readonly deps: Deps }) => string);

/** @throws OptionError */
export function systemPromptOption(
  given: SystemPromptOption<never> | undefined,
): SystemPromptOption | undefined {
  // What the `deps` of a run are is known where it is run.
  if (typeof given === "function") return given as (assembled: string, run: object) => string;
  if (given === undefined || typeof given === "string") return given;
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
