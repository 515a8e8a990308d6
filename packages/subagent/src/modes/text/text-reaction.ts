// Decides what a text answer means for its mission: accepts it, or sends the problems to the model.

import type { ModelResponse } from "@ptc/llm";
import type { Agent } from "../../agent/agent.ts";
import { counted } from "../../bounds/activity.ts";
import { escapeEnvelopes } from "../../preview/data-envelope.ts";
import type { NextTurn } from "../../prompt/feedback.ts";
import { promptText } from "../../prompt/prompt-text.ts";
import type { ModeMission, ModeTurn, TurnReaction } from "../mode.ts";
import { historyText } from "./history-text.ts";
import { lastFail } from "./last-fail.ts";
import { answersText } from "../../prompt/text-answer-section.ts";
import { readTextAnswer, type TextAnswer } from "./text-answer.ts";

/** Returns the request for another answer. */
export type RepairText = (
  reading: TextAnswer & { readonly ok: false },
  problems: string,
  next: NextTurn,
) => string;

/**
 * Reads the answer. Never rejects because of its content. `repair` asks for another answer if this
 * one doesn't match; by default it asks for the text or JSON that the prompt describes.
 */
export async function textReaction(
  response: ModelResponse,
  { agent, log }: ModeMission,
  turn: ModeTurn,
  repair?: RepairText,
): Promise<TurnReaction> {
  const message = historyText(response);
  const common = { rawResponse: response.text, prints: [], toolCalls: [] };
  const reading = await counted(turn.activity, readTextAnswer(response, agent), turn.signal);
  if (reading.ok) {
    const { value, warnings = [] } = reading;
    for (const warning of warnings) log.warn(`answer: ${warning}`);
    return {
      type: "answer",
      value,
      messages: [message],
      turn: { ...common, ok: true, result: value },
    };
  }
  const { fail } = reading;
  const record = { ...common, ok: false, fail };
  if (reading.isGivenUp === true) return { type: "end", fail, messages: [message], turn: record };
  // The problem of the last answer is more useful than the fact that the turns ran out.
  if (turn.next === undefined)
    return { type: "end", fail: lastFail(fail, turn), messages: [message], turn: record };
  const problems = escapeEnvelopes(reading.problems, log.firewall);
  const content = repair?.(reading, problems, turn.next) ?? repairText(agent, problems);
  return { type: "next-turn", fail, messages: [message, { role: "user", content }], turn: record };
}

function repairText(agent: Agent, problems: string): string {
  return answersText(agent)
    ? promptText("repair-text", { problems })
    : promptText("repair-json", { problems });
}
