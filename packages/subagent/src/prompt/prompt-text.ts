// Returns the sections of prompts with their placeholders filled in.

import { prompts } from "./generated/prompts.ts";

export type PromptName = keyof typeof prompts;

/** The names of a section's placeholders: `turns` for `{{turns}}`. */
type Placeholders<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Returns the text of a section with its placeholders filled in. */
export function promptText<Name extends PromptName>(
  name: Name,
  ...values: Placeholders<(typeof prompts)[Name]> extends never
    ? []
    : [Readonly<Record<Placeholders<(typeof prompts)[Name]>, string>>]
): string {
  return Object.entries(values[0] ?? {}).reduce<string>(
    (text, [placeholder, value]) => text.replaceAll(`{{${placeholder}}}`, () => String(value)),
    prompts[name],
  );
}
