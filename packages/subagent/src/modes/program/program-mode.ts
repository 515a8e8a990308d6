// The mode in which the model writes one program in the text of each response. Extracts the
// program, runs it, and sends the feedback.

import type { Fail } from "@ptc/core/contracts";
import type { AssistantMessage, ModelResponse, UserMessage } from "@ptc/llm";
import type { Agent } from "../../agent/agent.ts";
import { ofPrograms } from "../../mode-traits/exposure.ts";
import { readAnswer, type ExtractedProgram } from "../../answer/read-answer.ts";
import type { AnswerReader } from "../../model/streamed-model.ts";
import type { NextTurn } from "../../prompt/feedback.ts";
import { formBounds } from "../../prompt/form-bounds.ts";
import { promptText } from "../../prompt/prompt-text.ts";
import { systemPrompt } from "../../prompt/system-prompt.ts";
import type { Mode, ModeMission, ModeTurn, Responder, TurnReaction } from "../mode.ts";
import { historyMessage } from "./history-message.ts";
import { watchText } from "./unrecoverable-watch.ts";
import { ProgramRun, endOf } from "./program-run.ts";

/** The longest part of a response that is read, in UTF-16 units. */
const longestAnswer = 1_000_000;

export const programMode: Mode = {
  needs: {},
  systemPrompt: (agent, ...rest) =>
    systemPrompt(ofPrograms(agent), ...rest, { form: programForm(agent) }),
  begin: (mission) => new ProgramResponder(mission),
};

function programForm(agent: Agent): string {
  const { maxTurns, completion } = agent;
  if (maxTurns === 1 && completion === "implicit") return promptText("answer-once");
  return promptText(
    completion === "explicit" ? "answer-in-turns" : "answer-by-value",
    formBounds(agent),
  );
}

class ProgramResponder implements Responder {
  private readonly programs: ProgramRun;

  constructor(mission: ModeMission) {
    this.programs = new ProgramRun(mission);
  }

  request(): Record<string, never> {
    return {};
  }

  watch(turn: ModeTurn): AnswerReader {
    return watchText(turn);
  }

  async respond(response: ModelResponse, turn: ModeTurn): Promise<TurnReaction> {
    const { text } = response;
    const reading = readAnswer(text.slice(0, longestAnswer));
    const message = historyMessage(response, reading);
    const end = endOf(response);
    if (!reading.program.ok)
      return this.afterNoProgram(reading.program, text, message, end.ended === "cut-off", turn);
    const { source } = reading.program;
    const outcome = await this.programs.run({ source, rawResponse: text, ...end }, turn);
    if (outcome.type !== "continue") return { ...outcome, messages: [message] };
    const { fail } = outcome;
    return {
      type: "next-turn",
      ...(fail === undefined ? {} : { fail }),
      messages: [message, ...feedbackMessages(turn, outcome.feedbackFor)],
      turn: outcome.turn,
    };
  }

  private afterNoProgram(
    extracted: ExtractedProgram & { readonly ok: false },
    text: string,
    message: AssistantMessage,
    isCutOff: boolean,
    turn: ModeTurn,
  ): TurnReaction {
    const fail = noProgramFail(extracted);
    const { feedback } = this.programs;
    return {
      type: "next-turn",
      fail,
      messages: [
        message,
        ...feedbackMessages(turn, (next) =>
          isCutOff
            ? feedback.afterCutOff(next)
            : feedback.afterNoProgram(extracted, text.slice(0, longestAnswer), next),
        ),
      ],
      turn: { rawResponse: text, ok: false, fail, prints: [], toolCalls: [] },
    };
  }
}

/** Returns the feedback as a message, or no message if this is the last turn. */
function feedbackMessages({ next }: ModeTurn, text: (next: NextTurn) => string): UserMessage[] {
  return next === undefined ? [] : [{ role: "user", content: text(next) }];
}

function noProgramFail(extracted: ExtractedProgram & { ok: false }): Fail {
  return {
    reason: extracted.reason,
    message:
      extracted.reason === "no_code_found"
        ? "the answer contains no program"
        : `the answer contains ${String(extracted.count)} programs`,
  };
}
