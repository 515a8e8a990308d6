// Shows what a mission leaves behind: the memory, the journal, the summaries of its plan, and
// warnings for the developer.

import { recordKey } from "../firewall/hidden-values.ts";
import { oneLine } from "@ptc/core/internal/errors";
import type { MissionStep } from "../step/step.ts";
import { countText } from "./count-text.ts";
import type { Page } from "./page.ts";
import { valueText } from "./shown-value.ts";
import { note, plain } from "./span.ts";
import { displayWidth } from "./wrapped-line.ts";

const mostEntries = 20;
const longestName = 40;
const longestWarning = 500;

export function stateLines(page: Page, step: MissionStep): void {
  const { memory, journal = {}, summaries, warnings = [] } = step;
  entryLines(page, "Memory", [...memory.names()], (name) =>
    valueText(memory.get(name) ?? null, page.room),
  );
  entryLines(page, "Journal", Object.keys(journal), (id) => valueText(journal[id], page.room));
  const items = Object.keys(summaries).filter((id) => id !== recordKey);
  entryLines(page, "Plan", items, (id) => oneLine(summaries[id] ?? "", page.room));
  if (warnings.length === 0) return;
  page.heading("Warnings");
  for (const warning of warnings.slice(0, mostEntries))
    page.inside.text(oneLine(warning, longestWarning));
  more(page.inside, warnings.length);
}

function entryLines(
  page: Page,
  title: string,
  names: readonly string[],
  textOf: (name: string) => string,
): void {
  if (names.length === 0) return;
  page.heading(title);
  const inside = page.inside;
  for (const name of names.slice(0, mostEntries)) {
    const shown = oneLine(name, longestName);
    const room = inside.room - displayWidth(shown) - 2;
    inside.line({ kind: "label", text: shown }, plain(`  ${inside.short(textOf(name), room)}`));
  }
  more(inside, names.length);
}

function more(page: Page, count: number): void {
  if (count > mostEntries) page.line(note(`… ${countText(count - mostEntries, "more")}`));
}
