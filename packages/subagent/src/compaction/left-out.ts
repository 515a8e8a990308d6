// Writes the note that replaces dropped turns: their number, the state that still applies, and a
// summary. Text that comes from data is in data envelopes.

import type { JournalEntries } from "@ptc/core/internal/journal";
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
  /** The memory at the start of the mission, which the system prompt describes. */
  readonly memoryBefore: Memory;
  /** The results that tasks of the mission have stored. */
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

/** The UTF-16 units shared by the newest definitions, and how many definitions get a share. */
const sharedRoom = 2_000;
const mostShapes = 8;
/** The number of other definitions that are named, each with a few words. */
const mostNamed = 100;

/** Describes the newest definitions by their shapes, and lists the others on one line. */
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
