// Reads the tables of the guide "ways to answer", which tests compare with their measurements.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const guide = join(import.meta.dirname, "../../../docs/guides/ways-to-answer.md");

/** Returns the rows of the table between the marks of that name, without their alignment. */
export function guideCells(name: string): readonly string[] {
  const marks = new RegExp(`<!-- ${name} -->\\s+([^]*?)\\s+<!-- end of ${name} -->`);
  const [, table = ""] = marks.exec(readFileSync(guide, "utf8")) ?? [];
  return cellsOf(table);
}

export function cellsOf(table: string): readonly string[] {
  return table.split("\n").map((line) => line.replace(/ *\| */g, "|").replace(/-+/g, "-"));
}
