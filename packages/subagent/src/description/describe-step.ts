// Describes a step for people: how the mission ended, its prompt, what happened in each turn, and
// which parts the model saw. The step may come from an untrusted file, so all its text is escaped,
// shown after a bar, and bounded.

import { oneLine } from "@ptc/core/internal/errors";
import type { MissionStep } from "../step/step.ts";
import { childLines, mostChildren } from "./child-lines.ts";
import { countText, numberText } from "./count-text.ts";
import {
  describeOptions,
  type DescribeOptions,
  type ResolvedDescribeOptions,
} from "./description-options.ts";
import { failLines, reasonOf } from "./fail-lines.ts";
import { messagesNotStored } from "./messages-not-stored.ts";
import { Page } from "./page.ts";
import { pendingLines } from "./pending-lines.ts";
import { promptLines } from "./prompt-lines.ts";
import { firewalledNames, shownValue } from "./shown-value.ts";
import { note } from "./span.ts";
import { stateLines } from "./state-lines.ts";
import { systemMessage } from "./turn-messages.ts";
import { turnLines } from "./turn-lines.ts";
import { usageLines, usageText } from "./usage-lines.ts";

/**
 * Describes a step as text, in lines of `width` columns. Shows how the mission ended, its prompt
 * and signature, each turn, the child missions, memory, journal and warnings. A turn shows its
 * program, prints, tool calls, value or failure, and the feedback to the model. A name in
 * parentheses after omitted text is the option that shows it.
 *
 * Control characters, direction marks and other hidden characters are shown as escapes. Texts of
 * the step follow a bar, so they can't imitate a line of the description. The text has at most
 * 20,000 lines, no matter how large the step is. Firewalled fields are shown, because the reader
 * is the developer. They are marked as hidden from the model, by their names, because the step
 * doesn't include the option `firewall`.
 *
 * @throws OptionError for a wrong option
 */
export function describeStep(step: MissionStep, options: DescribeOptions = {}): string {
  const resolved = describeOptions(options);
  const page = new Page(resolved);
  missionLines(page, step, resolved);
  return page.finish();
}

function missionLines(page: Page, step: MissionStep, options: ResolvedDescribeOptions): void {
  endLines(page, step);
  taskLines(page, step);
  promptLines(page, step, options.prompt);
  if (options.messages && !hasMessages(step)) {
    page.gap();
    page.flow("note", messagesNotStored);
  }
  shownTurnLines(page, step, options);
  belowLines(page, step, options);
  stateLines(page, step);
  if (options.usage) usageLines(page, step.usage);
  unshownLines(page, step, options);
}

function endLines(page: Page, step: MissionStep): void {
  page.line(
    step.ok
      ? {
          kind: "ok",
          text:
            step.partial === undefined
              ? "The mission was answered"
              : "The mission was partially answered",
        }
      : step.status === "waiting"
        ? { kind: "label", text: "The mission waits for decisions" }
        : { kind: "failed", text: "The mission failed" },
  );
  page.inside.flow("note", usageText(step.usage));
  if (step.status === "waiting") {
    pendingLines(page.inside, step.pending);
    return;
  }
  if (!step.ok) {
    page.inside.label(reasonOf(step.fail));
    failLines(page.inside.inside, step.fail);
    return;
  }
  const inside = page.inside;
  if (step.partial !== undefined) {
    inside.label("ended by");
    failLines(inside.inside, step.partial);
  }
  const hidden = firewalledNames(step.return);
  inside.label("answer", hidden === "" ? "" : `the model did not see: ${hidden}`);
  if (typeof step.return === "string") inside.inside.text(step.return);
  else inside.inside.value(shownValue(step.return));
}

const longestName = 60;
const mostTools = 50;

function taskLines(page: Page, step: MissionStep): void {
  page.heading("Prompt");
  const inside = page.inside;
  inside.text(step.prompt ?? step.originalPrompt);
  if (step.signature !== undefined) inside.entry("signature", step.signature);
  const tools = Object.keys(step.tools ?? {});
  if (tools.length === 0) return;
  const named = tools.slice(0, mostTools).map((name) => oneLine(name, longestName));
  const more = tools.length - named.length;
  inside.entry("tools", `${named.join(", ")}${more > 0 ? `, and ${numberText(more)} more` : ""}`);
}

/** With more turns, only the first and last ones are shown. */
const mostShown = 40;

function shownTurnLines(page: Page, step: MissionStep, options: ResolvedDescribeOptions): void {
  const indexes = shownIndexes(step, options);
  let before = -1;
  for (const index of [...indexes, step.turns.length]) {
    const skipped = index - before - 1;
    if (skipped > 0) {
      page.gap();
      page.line(note(`… ${countText(skipped, "turn")} not shown (turns)`));
    }
    if (page.isFull) return;
    if (index < step.turns.length) turnLines(page, step, index, options);
    before = index;
  }
}

function shownIndexes({ turns: all }: MissionStep, { turns }: ResolvedDescribeOptions): number[] {
  const indexes = [...all.keys()];
  if (turns === "none") return [];
  if (turns === "last") return indexes.slice(-1);
  if (turns !== "all") {
    const wanted = new Set(turns);
    return indexes.filter((index) => wanted.has(all[index]?.number ?? 0));
  }
  return all.length <= mostShown
    ? indexes
    : [...indexes.slice(0, mostShown / 2), ...indexes.slice(-mostShown / 2)];
}

function belowLines(page: Page, step: MissionStep, options: ResolvedDescribeOptions): void {
  const { childSteps = [] } = step;
  if (childSteps.length === 0) return;
  page.heading(`Missions below (${numberText(childSteps.length)})`);
  if (options.children === 0) {
    childLines(page.inside, childSteps, options.lines);
    return;
  }
  for (const { tool, step: below, address } of childSteps.slice(0, mostChildren)) {
    if (page.isFull) return;
    const inside = page.inside;
    inside.heading(
      `tool/${oneLine(tool, longestName)}`,
      note(` in turn ${numberText(address.turn)}`),
    );
    missionLines(inside.inside, below, { ...options, children: options.children - 1 });
  }
  if (childSteps.length > mostChildren)
    page.inside.line(note(`… ${countText(childSteps.length - mostChildren, "more mission")}`));
}

function hasMessages({ turns, messages }: MissionStep): boolean {
  return messages !== undefined || turns.some((turn) => turn.messages !== undefined);
}

/** Writes a line that lists what the other options would show. */
function unshownLines(
  page: Page,
  step: MissionStep,
  { raw, messages, usage, prompt, children }: ResolvedDescribeOptions,
): void {
  const omitted = [
    ...(raw ? [] : ["whole answers (raw)"]),
    ...(messages || !hasMessages(step) ? [] : ["all messages (messages)"]),
    ...(prompt !== false || systemMessage(step) === undefined ? [] : ["system message (prompt)"]),
    ...(usage || step.usage === undefined ? [] : ["usage (usage)"]),
    ...(children > 0 || step.childSteps === undefined
      ? []
      : ["turns of missions below (children)"]),
  ];
  if (omitted.length === 0) return;
  page.gap();
  page.flow("note", `Not shown: ${omitted.join(", ")}.`);
}
