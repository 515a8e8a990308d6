// Builds the table of host values in docs/threat-model.md from the tested cases.

import { visibleLine } from "@ptc/core/internal/printing";
import { endlessCases } from "./endless-values.ts";
import { hostValueCases } from "./host-values.ts";

const cell = (text: string): string => `\`${visibleLine(text)}\``;
const journalCell = (text: string): string => (text.startsWith("error: ") ? text : cell(text));

export function crossingTable(): string {
  const rows = hostValueCases.map(
    ({ name, seen, journal }) =>
      `| ${name} | ${cell(seen)} | ${journal === undefined ? "the same" : journalCell(journal)} |`,
  );
  const endless = endlessCases.map(({ name, reason }) => `| ${name} | \`${reason}\` |`);
  return [
    "| host value | in a program | in a journal |",
    "|---|---|---|",
    ...rows,
    "",
    "| endless data, read completely | fail reason |",
    "|---|---|",
    ...endless,
  ].join("\n");
}
