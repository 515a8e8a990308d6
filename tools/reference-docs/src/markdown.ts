// Text as Markdown: code spans and tables that show their input exactly.

/** Returns `text` as a code span, valid in a table. Throws if a table cell can't show it. */
export function code(text: string): string {
  if (text === "" || /[\r\n]/.test(text) || text.includes("\\|")) {
    throw new Error(
      `cannot be shown in a table: ${JSON.stringify(text)} (empty, several lines, or a backslash before a bar)`,
    );
  }
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  // A reader takes one space off both ends, unless there is nothing else.
  const isPadded =
    text.startsWith("`") ||
    text.endsWith("`") ||
    (text.startsWith(" ") && text.endsWith(" ") && text.trim() !== "");
  return fence + (isPadded ? ` ${text} ` : text).replaceAll("|", "\\|") + fence;
}

/**
 * Returns a text of the tables as a cell. Text between backticks is code, and the rest appears
 * literally.
 */
export function prose(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/`([^`]+)`|[\\`*_|<~]/g, (markup, inCode: string | undefined) =>
      inCode === undefined ? `\\${markup}` : code(inCode),
    );
}

/** Returns an example in the form that `examplesOf` finds. */
export function example([source, printed]: readonly [source: string, printed: string]): string {
  return `${code(source)} → ${code(printed)}`;
}

/** Returns a table. The cells are already Markdown. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(heads), `|${"---|".repeat(heads.length)}`, ...rows.map(line)].join("\n");
}

/** Returns the link target of a heading. */
export function anchor(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}
