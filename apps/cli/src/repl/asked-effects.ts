// `(effects form)` at the prompt: shows the effects of a form without running it.

/** Returns the form, or undefined for a program. A definition of the session comes first. */
export function askedEffects(
  source: string,
  isDefined: (name: string) => boolean,
): string | undefined {
  const text = source.trim();
  if (!/^\(effects\s/.test(text) || !text.endsWith(")") || isDefined("effects")) return undefined;
  const form = text.slice("(effects".length, -1).trim();
  return form === "" ? undefined : form;
}
