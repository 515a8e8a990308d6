// JSON as one line between two processes. A reader of lines ends them at two more characters than
// JSON escapes.

export function jsonLine(json: unknown): string {
  return JSON.stringify(json).replace(/[\u2028\u2029]/g, (separator) =>
    separator === "\u2028" ? "\\u2028" : "\\u2029",
  );
}
