// The table of docs/threat-model.md that says what becomes of each kind of host value, from the
// cases that are tested.

import { visibleLine } from "@ptc/core/internal/printing";
import { endlessCases } from "./endless-values.ts";
import { hostValueCases } from "./host-values.ts";

const cell = (text: string): string => `\`${visibleLine(text)}\``;
const told = (text: string): string => (text.startsWith("error: ") ? text : cell(text));

export function crossingTable(): string {
  const rows = hostValueCases.map(
    ({ name, seen, journal }) =>
      `| ${name} | ${cell(seen)} | ${journal === undefined ? "the same" : told(journal)} |`,
  );
  const endless = endlessCases.map(({ name, reason }) => `| ${name} | \`${reason}\` |`);
  return [
    "| value of the host | what a program sees | in a journal |",
    "|---|---|---|",
    ...rows,
    "",
    "| data without end, all of it asked for | the step's reason |",
    "|---|---|",
    ...endless,
  ].join("\n");
}
