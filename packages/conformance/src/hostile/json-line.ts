// Writes JSON as one line between two processes. Line readers also end lines at two characters that
// JSON doesn't escape.

export function jsonLine(json: unknown): string {
  return JSON.stringify(json).replace(/[\u2028\u2029]/g, (separator) =>
    separator === "\u2028" ? "\\u2028" : "\\u2029",
  );
}
