// Texts with `*`, which is any text.

/** True if the whole text matches. Takes time in proportion to both lengths. */
export function globMatches(pattern: string, text: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  if (others.length === 0) return pattern === text;
  const last = others.pop() ?? "";
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  // The earliest place of each part leaves the most text for the others.
  for (const part of others) {
    const at = text.indexOf(part, from);
    if (at === -1 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}

/** True if one of the patterns matches. */
export function someGlobMatches(patterns: string | readonly string[], text: string): boolean {
  return typeof patterns === "string"
    ? globMatches(patterns, text)
    : patterns.some((pattern) => globMatches(pattern, text));
}
