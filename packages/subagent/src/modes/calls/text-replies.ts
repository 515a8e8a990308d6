// Handles responses without native calls in the modes with native calls: an answer, or a program or
// a call that the model wrote as text instead of making it. A program runs, so that it never
// becomes the answer.

import type { Fail } from "@ptc/core/contracts";
import type { ModelResponse, UserMessage } from "@ptc/llm";
import { answersText } from "../../prompt/text-answer-section.ts";
import type { Answerer } from "../../mode-traits/mode-table.ts";
import type { Feedback, NextTurn } from "../../prompt/feedback.ts";
import { promptText } from "../../prompt/prompt-text.ts";
import { shownName } from "../../shape/shown-name.ts";
import type { ModeMission, ModeTurn, TurnReaction } from "../mode.ts";
import { endOf, type ProgramRun } from "../program/program-run.ts";
import { historyText } from "../text/history-text.ts";
import { textReaction, type RepairText } from "../text/text-reaction.ts";
import { writtenAnswer, type WrittenAnswer } from "./written-answers.ts";

export interface TextRepliesOptions {
  readonly mission: ModeMission;
  readonly answerer: Answerer;
  /** Absent if the mode has no programs. */
  readonly programs: ProgramRun | undefined;
  /** The names of the native tools. */
  readonly tools: ReadonlySet<string>;
  readonly feedback: Feedback;
  /** Returns the message that asks for the answer, if the next turn is for it. */
  readonly note: (next: NextTurn | undefined) => readonly UserMessage[];
}

export class TextReplies {
  private readonly options: TextRepliesOptions;
  /** The last program that ran. A model that writes it again means it as the answer. */
  private ranFromText: string | undefined = undefined;

  constructor(options: TextRepliesOptions) {
    this.options = options;
  }

  /** Handles a response without native calls: an answer, or a program or call written as text. */
  async respond(response: ModelResponse, turn: ModeTurn, mayCall: boolean): Promise<TurnReaction> {
    const { mission, answerer, programs, tools } = this.options;
    const written = writtenAnswer(response, answerer, tools);
    const isInsisted = written.kind === "program" && this.ranFromText === written.source;
    if (programs === undefined && written.kind !== "call")
      return await textReaction(response, mission, turn);
    if (written.kind === "answer" || (isInsisted && answerer === "model"))
      return await textReaction(
        response,
        mission,
        turn,
        answerer === "program" ? (...given) => this.repairByCall(...given) : undefined,
      );
    if (written.kind === "program" && programs !== undefined && mayCall)
      return await this.ranAsText(written.source, programs, response, turn);
    return this.refused(mayCall ? refusalOf(written) : tooLate, response, turn);
  }

  private repairByCall(...[{ isProse }, problems, next]: Parameters<RepairText>): string {
    const text =
      isProse === true ? promptText("no-call") : promptText("repair-by-call", { problems });
    return this.options.feedback.afterText(text, next);
  }

  /** Runs a program that the model wrote as text instead of calling `lisp_eval`. */
  private async ranAsText(
    source: string,
    programs: ProgramRun,
    response: ModelResponse,
    turn: ModeTurn,
  ): Promise<TurnReaction> {
    this.ranFromText = source;
    const { mission, answerer } = this.options;
    const end = endOf(response);
    const outcome = await programs.run({ source, rawResponse: response.text, ...end }, turn);
    const message = historyText(response);
    if (outcome.type !== "continue") return { ...outcome, messages: [message] };
    const { fail, feedbackFor } = outcome;
    const { next } = turn;
    const notes = [
      promptText("ran-from-text"),
      answerer === "model" && answersText(mission.agent) ? promptText("program-as-answer") : "",
    ].filter((text) => text !== "");
    return {
      type: "next-turn",
      ...(fail === undefined ? {} : { fail }),
      messages: [
        message,
        ...(next === undefined
          ? []
          : ([{ role: "user", content: [feedbackFor(next), ...notes].join("\n") }] as const)),
        ...this.options.note(next),
      ],
      turn: outcome.turn,
    };
  }

  /** Refuses several programs, a call written as text, or a program in the turn for the answer. */
  private refused({ fail, text }: Refusal, response: ModelResponse, turn: ModeTurn): TurnReaction {
    const { next } = turn;
    const content = next === undefined ? "" : this.options.feedback.afterText(text, next);
    const messages = [
      historyText(response),
      ...(next === undefined ? [] : ([{ role: "user", content }] as const)),
      ...this.options.note(next),
    ] as const;
    const record = {
      rawResponse: response.text,
      ok: false,
      fail,
      prints: [],
      toolCalls: [],
    } as const;
    return next === undefined
      ? { type: "end", fail, messages, turn: record }
      : { type: "next-turn", fail, messages, turn: record };
  }
}

export interface Refusal {
  readonly fail: Fail;
  /** The text for the model. */
  readonly text: string;
}

/** A call in the turn that had to be the answer. */
export const tooLate: Refusal = {
  fail: {
    reason: "max_turns_exceeded",
    message: "the model called tools in the turn reserved for the answer",
  },
  get text() {
    return promptText("called-too-late");
  },
};

function refusalOf(written: Exclude<WrittenAnswer, { readonly kind: "answer" }>): Refusal {
  if (written.kind === "call") {
    const name = shownName(written.name);
    return {
      fail: { reason: "tool_error", message: `the model wrote a call of ${name} as text` },
      text: promptText("written-call", { name }),
    };
  }
  const { count, forms } = written.kind === "programs" ? written : { count: 1, forms: undefined };
  return {
    fail: {
      reason: "multiple_code_blocks",
      message: `the answer contains ${forms === undefined ? `${String(count)} programs` : `programs or calls in several forms: ${forms.join(", ")}`}`,
    },
    text: `${
      forms === undefined
        ? promptText("several-programs", { count: String(count) })
        : promptText("several-forms", { forms: forms.join(", ") })
    } ${promptText("call-once")}`,
  };
}
