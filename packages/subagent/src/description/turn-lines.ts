// Describes one turn: the model's answer, what its program did, and the feedback to the model.

import type { MissionStep, Turn } from "../step/step.ts";
import type { StepMessage } from "../step/step-message.ts";
import { stripThinking } from "../answer/strip-thinking.ts";
import { firewalledMarker } from "@ptc/core/internal/values";
import { callLines } from "./call-lines.ts";
import { countText, numberText } from "./count-text.ts";
import type { ResolvedDescribeOptions } from "./description-options.ts";
import { failLines, reasonOf } from "./fail-lines.ts";
import { messageLines } from "./message-lines.ts";
import type { Page } from "./page.ts";
import { firewalledNames, shownValue } from "./shown-value.ts";
import { note } from "./span.ts";
import { envelopeIn, newMessages, feedbackAfter, withoutEnvelopes } from "./turn-messages.ts";

/** Thinking is not stripped from longer answers. */
const mostStripped = 200_000;

export function turnLines(
  page: Page,
  step: MissionStep,
  index: number,
  { raw, messages, lines }: ResolvedDescribeOptions,
): void {
  const turn = step.turns[index];
  if (turn === undefined) return;
  const isLast = index === step.turns.length - 1;
  const feedbackMessages = feedbackAfter(step, index);
  const feedback = (feedbackMessages ?? []).map(({ content }) => content).join("\n");
  page.heading(`Turn ${numberText(turn.number)}`, ...endOf(turn, step.ok && isLast));
  const inside = page.inside;
  if (messages && turn.messages !== undefined) sentLines(inside, step, index);
  answerLines(inside, turn, raw);
  callLines(inside, turn.toolCalls, lines);
  printLines(inside, turn, feedbackMessages === undefined || isLast ? undefined : feedback);
  if (turn.fail !== undefined && !(isLast && !step.ok)) {
    inside.label("why");
    failLines(inside.inside, turn.fail);
  }
  // The value of the last turn is the answer of the mission, which is already shown.
  if (turn.ok && !(isLast && step.ok))
    valueLines(inside, turn, feedbackMessages === undefined || isLast ? undefined : feedback);
  if (!messages && !isLast && feedbackMessages !== undefined)
    feedbackLines(inside, feedbackMessages);
}

function endOf({ ok, fail }: Turn, isAnswer: boolean) {
  if (ok) return [note(isAnswer ? ": answered" : "")];
  return [
    note(": "),
    { kind: "failed", text: fail === undefined ? "failed" : `failed, ${reasonOf(fail)}` },
  ] as const;
}

function sentLines(page: Page, step: MissionStep, index: number): void {
  const turn = step.turns[index];
  if (turn === undefined) return;
  const before = step.turns[index - 1];
  const sent = newMessages(turn, before).filter(
    ({ role }) => before === undefined || role !== "assistant",
  );
  page.label("the model was sent", before === undefined ? "" : "in addition to earlier messages");
  messageLines(page.inside, sent);
}

function answerLines(page: Page, { rawResponse, program, fail }: Turn, raw: boolean): void {
  if (raw) {
    page.label("the model wrote");
    page.inside.text(rawResponse);
  } else if (program !== undefined) page.program(program, fail !== undefined);
  else {
    page.label("the model wrote", "not one program");
    const said = rawResponse.length > mostStripped ? rawResponse : stripThinking(rawResponse);
    page.inside.text(said);
  }
}

function printLines(page: Page, { prints }: Turn, feedback: string | undefined): void {
  if (prints.length === 0) return;
  const text = prints.join("\n");
  page.label("printed", feedback === undefined ? "" : seenOf(text, feedback, "prints"));
  page.inside.text(text);
}

function valueLines(page: Page, { result }: Turn, feedback: string | undefined): void {
  if (result === undefined || result === null) return;
  const hidden = firewalledNames(result);
  const shortened =
    feedback !== undefined && /^Value \(.*; shortened\):$/m.test(feedback)
      ? `shortened for the model, which saw ${countText(envelopeIn(feedback, "value")?.length ?? 0, "character")}`
      : "";
  const unseen = hidden === "" ? "" : `the model did not see: ${hidden}`;
  page.label("value", [shortened, unseen].filter((text) => text !== "").join("; "));
  page.inside.value(shownValue(result));
}

/** Says how much of a text the model saw, if not all of it. */
function seenOf(text: string, feedback: string, kind: string): string {
  const seen = envelopeIn(feedback, kind);
  if (seen === undefined) return "not sent to the model";
  const hides = seen.includes(firewalledMarker) && !text.includes(firewalledMarker);
  const isCut = seen.includes(" more characters: print less)");
  return [
    ...(isCut
      ? [`the model saw ${numberText(seen.length)} of ${countText(text.length, "character")}`]
      : []),
    ...(hides ? [`the model saw ${firewalledMarker} for firewalled values`] : []),
  ].join("; ");
}

/** Writes the feedback without the parts that are already shown. */
function feedbackLines(page: Page, feedbackMessages: readonly StepMessage[]): void {
  const texts = feedbackMessages.map(({ content }) =>
    withoutEnvelopes(content, ["prints", "value", "error"]),
  );
  page.label("sent to the model");
  page.inside.text(texts.join("\n"), 12);
}
