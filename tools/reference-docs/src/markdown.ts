// Text as Markdown: code spans and tables that show exactly what they are given, whatever is in it.

/** `text` as a code span that may also stand in a table. Throws for what no table cell can show. */
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
 * A text of the tables as a cell: what stands between backticks is code, the rest is shown as it
 * is.
 */
export function prose(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/`([^`]+)`|[\\`*_|<~]/g, (markup, inCode: string | undefined) =>
      inCode === undefined ? `\\${markup}` : code(inCode),
    );
}

/** An example as the reader of the documents finds it again. */
export function example([source, printed]: readonly [source: string, printed: string]): string {
  return `${code(source)} → ${code(printed)}`;
}

/** A table; the cells are Markdown already. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(heads), `|${"---|".repeat(heads.length)}`, ...rows.map(line)].join("\n");
}

/** Where a heading of `text` can be linked to. */
export function anchor(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}
