// Lists the child missions that tools ran, one line each, with their own child missions.

import { oneLine } from "@ptc/core/internal/errors";
import type { ChildStep, MissionStep } from "../step/step.ts";
import { countText } from "./count-text.ts";
import { reasonOf } from "./fail-lines.ts";
import type { Page } from "./page.ts";
import { note, plain } from "./span.ts";
import { usageText } from "./usage-lines.ts";
import { displayWidth } from "./wrapped-line.ts";

export const mostChildren = 50;
const deepestListed = 5;
const longestName = 40;
const longestPrompt = 200;

/** Writes about `lines` lines: most missions take two. */
export function childLines(page: Page, children: readonly ChildStep[], lines: number): void {
  listed(page, children, { level: 1, left: Math.ceil(lines / 2) });
}

/** Returns how many more lines may follow. */
function listed(
  page: Page,
  children: readonly ChildStep[],
  { level, left }: { readonly level: number; readonly left: number },
): number {
  let room = left;
  for (const [index, { tool, step }] of children.entries()) {
    if (room <= 0) {
      page.line(note(`… ${countText(children.length - index, "more mission")} (lines)`));
      return 0;
    }
    room -= 1;
    childLine(page, tool, step);
    const below = step.childSteps ?? [];
    if (below.length === 0) continue;
    if (level < deepestListed) room = listed(page.inside, below, { level: level + 1, left: room });
    else page.inside.line(note(`… ${countText(below.length, "mission")} below (children)`));
  }
  return room;
}

function childLine(page: Page, tool: string, step: MissionStep): void {
  const head = oneLine(tool, longestName);
  const end = step.ok ? "answered" : `failed, ${reasonOf(step.fail)}`;
  const used = `: ${usageText(step.usage)}`;
  const room = page.room - displayWidth(`${head} ${end}${used} `);
  const prompt = promptOf(step);
  const isBeside = displayWidth(prompt) <= room;
  page.line(
    { kind: "call", text: head },
    plain(" "),
    { kind: step.ok ? "ok" : "failed", text: end },
    note(used),
    note(isBeside ? ` ${prompt}` : ""),
  );
  if (!isBeside) page.inside.line(note(page.short(prompt, page.room - 2)));
}

/** Returns the first line of the prompt that is not blank. */
function promptOf({ prompt, originalPrompt }: MissionStep): string {
  const start = (prompt ?? originalPrompt).slice(0, 10 * longestPrompt);
  return oneLine(/\S.*/.exec(start)?.[0] ?? "", longestPrompt);
}
