// The mode in which the model writes one program in the text of each response. Extracts the
// program, runs it, and sends the feedback.

import type { Fail } from "@ptc/core/contracts";
import type { AssistantMessage, ModelResponse, UserMessage } from "@ptc/llm";
import type { Agent } from "../../agent/agent.ts";
import { ofPrograms } from "../../mode-traits/exposure.ts";
import type { ExtractedProgram } from "../../answer/read-answer.ts";
import { answerText } from "../../model/answer-text.ts";
import type { AnswerReader } from "../../model/streamed-model.ts";
import type { NextTurn } from "../../prompt/feedback.ts";
import { formBounds } from "../../prompt/form-bounds.ts";
import { promptText } from "../../prompt/prompt-text.ts";
import { systemPrompt } from "../../prompt/system-prompt.ts";
import { shownName } from "../../shape/shown-name.ts";
import type { Mode, ModeMission, ModeTurn, Responder, TurnReaction } from "../mode.ts";
import { historyMessage } from "./history-message.ts";
import { watchText } from "./unrecoverable-watch.ts";
import { ProgramRun, endOf } from "./program-run.ts";
import { longestAnswer, responseProgram, type ResponseProgram } from "./response-program.ts";

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
    const rawResponse = answerText(response);
    const read = responseProgram(response);
    const message = historyMessage(response, read.reading);
    const end = endOf(response);
    if (!read.program.ok)
      return this.afterNoProgram({ ...read, program: read.program }, response, message, turn);
    const { source } = read.program;
    const outcome = await this.programs.run({ source, rawResponse, ...end }, turn);
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
    { program, call }: ResponseProgram & { readonly program: { readonly ok: false } },
    response: ModelResponse,
    message: AssistantMessage,
    turn: ModeTurn,
  ): TurnReaction {
    const fail = noProgramFail(program, call?.name);
    const { feedback } = this.programs;
    const isCutOff = endOf(response).ended === "cut-off";
    return {
      type: "next-turn",
      fail,
      messages: [
        message,
        ...feedbackMessages(turn, (next) =>
          isCutOff
            ? feedback.afterCutOff(next)
            : feedback.afterNoProgram(program, response.text.slice(0, longestAnswer), next, call),
        ),
      ],
      turn: { rawResponse: answerText(response), ok: false, fail, prints: [], toolCalls: [] },
    };
  }
}

/** Returns the feedback as a message, or no message if this is the last turn. */
function feedbackMessages({ next }: ModeTurn, text: (next: NextTurn) => string): UserMessage[] {
  return next === undefined ? [] : [{ role: "user", content: text(next) }];
}

function noProgramFail(
  extracted: ExtractedProgram & { readonly ok: false },
  called: string | undefined,
): Fail {
  return { reason: extracted.reason, message: noProgramMessage(extracted, called) };
}

function noProgramMessage(
  extracted: ExtractedProgram & { readonly ok: false },
  called: string | undefined,
): string {
  if (extracted.reason === "no_code_found")
    return called === undefined
      ? "the answer contains no program"
      : `the answer is a native call of ${shownName(called.slice(0, 60))}, and contains no program`;
  return extracted.forms === undefined
    ? `the answer contains ${String(extracted.count)} programs`
    : `the answer contains programs or calls in several forms: ${extracted.forms.join(", ")}`;
}
