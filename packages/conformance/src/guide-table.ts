// Reads the tables of guides, which tests compare with their measurements.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const guides = join(import.meta.dirname, "../../../docs/guides");

/** Returns the rows of the table between the marks of that name, without their alignment. */
export function guideCells(name: string, guide = "ways-to-answer"): readonly string[] {
  return cellsOf(guidePart(name, guide));
}

/** Returns the text between the marks of that name. */
export function guidePart(name: string, guide: string): string {
  const marks = new RegExp(`<!-- ${name} -->\\s+([^]*?)\\s+<!-- end of ${name} -->`);
  const [, part = ""] = marks.exec(readFileSync(join(guides, `${guide}.md`), "utf8")) ?? [];
  return part;
}

export function cellsOf(table: string): readonly string[] {
  return table.split("\n").map((line) => line.replace(/ *\| */g, "|").replace(/-+/g, "-"));
}
