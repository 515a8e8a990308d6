// The sections that prompts are made of, with what they leave open filled in.

import { prompts } from "./generated/prompts.ts";

export type PromptName = keyof typeof prompts;

/** What the section leaves open: `turns` of `{{turns}}`. */
type Placeholders<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** A section as it stands in its file. */
export function promptText<Name extends PromptName>(
  name: Name,
  ...values: Placeholders<(typeof prompts)[Name]> extends never
    ? []
    : [Readonly<Record<Placeholders<(typeof prompts)[Name]>, string>>]
): string {
  return Object.entries(values[0] ?? {}).reduce<string>(
    (text, [placeholder, value]) => text.replaceAll(`{{${placeholder}}}`, String(value)),
    prompts[name],
  );
}
