// Finds the lines of the scoring that are not known differences, and the known differences that no
// longer differ.

import type { KnownDifference } from "./known-differences.ts";

/** Lines `kind | id | program | …` of the scoring, for the programs that do not agree. */
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
