// What the model is told in place of the turns that are left out: that there were some, what of
// them still holds, and what a summary says of them. What comes from data stands in data envelopes.

import type { JournalEntries } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import type { Memory } from "@ptc/lisp";
import type { PlanItem } from "../agent/plan.ts";
import { dataEnvelope } from "../preview/data-envelope.ts";
import { memoryLines } from "../prompt/data-fields.ts";
import { definedText } from "../prompt/defined-text.ts";
import { journalSection } from "../prompt/journal-lines.ts";
import { progressSection } from "../prompt/progress.ts";
import { promptText } from "../prompt/prompt-text.ts";

export interface LeftOut {
  readonly turns: number;
  readonly summary: string | undefined;
  readonly memory: Memory;
  /** What was there when the mission began, which the system prompt tells. */
  readonly memoryBefore: Memory;
  /** What tasks of the mission have kept. */
  readonly journaled: ReturnType<JournalEntries["setSince"]>;
  readonly plan: readonly PlanItem[];
  readonly summaries: ReadonlyMap<string, string>;
}

export function leftOutText(left: LeftOut, firewall: Firewall): string {
  const { turns, summary, plan, summaries, journaled } = left;
  return [
    promptText("compacted", { turns: turns === 1 ? "1 turn" : `${String(turns)} turns` }),
    summary === undefined
      ? ""
      : `${promptText("compacted-summary")}\n${dataEnvelope("summary", summary, firewall)}`,
    definitions(left, firewall),
    journalSection(journaled, firewall),
    progressSection(plan, summaries, firewall),
  ]
    .filter((section) => section !== "")
    .join("\n");
}

/** UTF-16 units that are told of the newest definitions, and how many of them get a share. */
const sharedRoom = 2_000;
const mostShapes = 8;
/** How many others are named, each with a few words. */
const mostNamed = 100;

/** The newest definitions with their shapes, the others in a line. */
function definitions({ memory, memoryBefore }: LeftOut, firewall: Firewall): string {
  const names = [...memory.names()].filter((name) => memory.get(name) !== memoryBefore.get(name));
  if (names.length === 0) return "";
  const newest = names.slice(-mostShapes);
  const sampleMaxChars = Math.floor(sharedRoom / newest.length);
  return [
    promptText("compacted-definitions"),
    ...memoryLines(memory, { descriptions: new Map(), sampleMaxChars, firewall }, newest),
    definedText(names.slice(0, -mostShapes), memory, firewall, mostNamed),
  ]
    .filter((line) => line !== "")
    .join("\n");
}
