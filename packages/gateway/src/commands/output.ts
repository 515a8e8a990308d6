// Writes to people. Texts of servers can't control the terminal.

import type { Writable } from "node:stream";
import { visibleText } from "@ptc/core/printing";

/** Writes the lines, and resolves when they are sent. */
export async function writeLines(stream: Writable, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  await new Promise<void>((resolve) => {
    stream.write(lines.map((line) => `${visibleText(line)}\n`).join(""), () => {
      resolve();
    });
  });
}

/** Returns rows as lines with aligned columns. */
export function tableLines(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, text] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, text.length);
  return rows.map((row) =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
