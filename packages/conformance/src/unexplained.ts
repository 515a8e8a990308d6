// Finds the lines of the scoring that aren't known differences, and the known differences that no
// longer differ.

import type { KnownDifference } from "./known-differences.ts";

/**
 * Returns the problems. The scoring has lines `kind | id | program | …` for the programs that
 * don't agree.
 */
export function unexplained(scored: string, known: readonly KnownDifference[]): readonly string[] {
  const lines = scored.split("\n").filter((line) => /^[a-z-]+ \| p-\d+ \|/.test(line));
  const found = new Set(lines.map(idOf));
  const explained = new Set(known.flatMap(({ ids }) => ids));
  return [
    ...lines
      .filter((line) => !explained.has(idOf(line)))
      .map((line) => `unexplained: ${line.slice(0, 300)}`),
    ...[...explained]
      .filter((id) => !found.has(id))
      .map((id) => `${id} agrees by now: take it out of known-differences.ts`),
  ];
}

function idOf(line: string): string {
  return line.split(" | ")[1] ?? "";
}
