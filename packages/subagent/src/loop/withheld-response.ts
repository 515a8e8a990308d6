// Handles a response that the provider withheld: a content filter stopped it, or the model refused.
// Nothing in it runs, in any mode. The model sees the reason once; if its next response is withheld
// too, the mission ends, because every request is paid for.

import type { Fail } from "@ptc/core/contracts";
import { oneLine } from "@ptc/core/internal/errors";
import type { ModelResponse } from "@ptc/llm";
import { ofPrograms } from "../mode-traits/exposure.ts";
import { traitsOf } from "../mode-traits/mode-table.ts";
import { answerText } from "../model/answer-text.ts";
import type { ModeTurn, TurnReaction } from "../modes/mode.ts";
import { Feedback } from "../prompt/feedback.ts";
import type { MissionParts } from "./mission-parts.ts";

/** True if the provider withheld the response, or a part of it. */
export function isWithheld({ finishReason }: ModelResponse): boolean {
  return finishReason === "content_filtered";
}

/** Returns the consequence of a withheld response. */
export function withheldReaction(
  response: ModelResponse,
  { agent, log }: Pick<MissionParts, "agent" | "log">,
  turn: ModeTurn,
): TurnReaction {
  const { rawFinishReason = "content_filter" } = response;
  const reason = oneLine(rawFinishReason, longestReason);
  const fail: Fail = {
    reason: "response_withheld",
    message: `the provider withheld the answer: a content filter or the model refused it (${reason})`,
  };
  const record = {
    rawResponse: answerText(response),
    ok: false,
    fail,
    prints: [],
    toolCalls: [],
  } as const;
  const { next } = turn;
  // Partial text stays out of the conversation: most likely, it would be withheld again.
  const message = { role: "assistant", content: "(no answer)" } as const;
  const isRepeated = log.lastTurn?.fail?.reason === fail.reason;
  if (turn.over !== undefined || next === undefined || isRepeated)
    return { type: "end", fail: turn.over ?? fail, messages: [message], turn: record };
  const feedback = new Feedback(ofPrograms(agent), log.firewall, traitsOf(agent).answerer);
  const content = feedback.afterWithheld(reason, next);
  return { type: "next-turn", fail, messages: [message, { role: "user", content }], turn: record };
}

const longestReason = 100;
