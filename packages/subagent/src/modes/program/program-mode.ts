// The mode in which the model writes one program in the text of its answer. The program is
// extracted, run and judged, and the model is told the result.

import type { Fail } from "@ptc/core/contracts";
import type { FailedStep, Memory, SuccessfulStep } from "@ptc/lisp";
import type { AssistantMessage, ModelResponse, UserMessage } from "@ptc/llm";
import { violationLines } from "@ptc/signature";
import { endsRun } from "../../agent/ends-run.ts";
import { readAnswer, type ExtractedProgram } from "../../answer/read-answer.ts";
import { isOutOfToolCalls } from "../../bounds/tool-calls.ts";
import { MemoryGuard } from "../../bounds/memory-guard.ts";
import { truncateForHistory } from "../../preview/truncate-for-history.ts";
import { Feedback, type NextTurn } from "../../prompt/feedback.ts";
import { systemPrompt } from "../../prompt/system-prompt.ts";
import { mismatchFail } from "../../step/mismatch-fail.ts";
import type { TurnRecord } from "../../step/mission-log.ts";
import type { Mode, ModeMission, ModeTurn, Responder, TurnReaction } from "../mode.ts";
import { judgeStep, type Judgement } from "./judge-step.ts";
import { keptMessage } from "./kept-message.ts";

/** What is read of an answer; nobody writes a program as long as this. */
const longestAnswer = 1_000_000;

export const programMode: Mode = {
  needs: {},
  systemPrompt,
  begin: (mission) => new ProgramResponder(mission),
};

/** An answer of the model while it is being handled. */
interface Answer {
  readonly text: string;
  /** The answer as the conversation keeps it. */
  readonly kept: AssistantMessage;
  /** Whether the provider cut the answer off before its end. */
  readonly isCutOff: boolean;
}

class ProgramResponder implements Responder {
  private readonly mission: ModeMission;
  private readonly feedback: Feedback;
  private readonly memoryGuard: MemoryGuard;
  /** Whether the model was told that it has no calls of tools left. */
  private isOutOfToolCalls = false;

  constructor(mission: ModeMission) {
    this.mission = mission;
    this.feedback = new Feedback(mission.agent, mission.log.firewall);
    this.memoryGuard = new MemoryGuard(mission.agent.memoryLimitBytes);
  }

  request(): Record<string, never> {
    return {};
  }

  async respond(response: ModelResponse, turn: ModeTurn): Promise<TurnReaction> {
    const { text, finishReason } = response;
    const reading = readAnswer(text.slice(0, longestAnswer));
    const answer: Answer = {
      text,
      kept: keptMessage(response, reading),
      isCutOff: finishReason === "length",
    };
    return reading.program.ok
      ? await this.run(reading.program.source, answer, turn)
      : this.withoutProgram(reading.program, answer, turn);
  }

  private withoutProgram(
    extracted: ExtractedProgram & { ok: false },
    { text, kept, isCutOff }: Answer,
    turn: ModeTurn,
  ): TurnReaction {
    const fail = noProgramFail(extracted);
    return {
      type: "next-turn",
      fail,
      messages: [
        kept,
        ...told(turn, (next) =>
          isCutOff
            ? this.feedback.afterCutOff(next)
            : this.feedback.afterNoProgram(extracted, next),
        ),
      ],
      turn: { rawResponse: text, ok: false, fail, prints: [], toolCalls: [] },
    };
  }

  private async run(source: string, answer: Answer, turn: ModeTurn): Promise<TurnReaction> {
    const { agent, log } = this.mission;
    const { memory } = log;
    const { memoryGuard } = this;
    const ran = await turn.evaluate(source);
    const judgement = judgeStep(ran, { agent, memoryGuard, memory, mustAnswer: turn.mustAnswer });
    const { step, warning } = judgement;
    if (warning !== undefined) log.warn(warning);
    const { prints, toolCalls } = step;
    const common = { rawResponse: answer.text, program: source, prints, toolCalls };
    if (!step.ok)
      return this.afterFail(step, answer, turn, { ...common, ok: false, fail: step.fail });
    log.keep(step.memory, this.historyValue(step), step.summaries);
    return this.afterValue(step, judgement, memory, answer, turn, {
      ...common,
      ok: true,
      result: step.return,
    });
  }

  private afterValue(
    step: SuccessfulStep,
    { answer: checked }: Judgement,
    before: Memory,
    { kept }: Answer,
    turn: ModeTurn,
    record: TurnRecord,
  ): TurnReaction {
    if (checked?.ok === true) {
      checked.warnings?.forEach((warning) => {
        this.mission.log.warn(`return: ${warning}`);
      });
      return { type: "answer", value: checked.value, messages: [kept], turn: record };
    }
    const mismatch = checked === undefined ? undefined : violationLines(checked).join("\n");
    const changed = [...step.memory.names()].filter(
      (name) => before.get(name) !== step.memory.get(name),
    );
    return {
      type: "next-turn",
      ...(checked === undefined ? {} : { fail: mismatchFail(checked) }),
      messages: [
        kept,
        ...told(turn, (next) => this.feedback.afterValue(step, changed, mismatch, next)),
      ],
      turn: record,
    };
  }

  private afterFail(
    step: FailedStep,
    { kept, isCutOff }: Answer,
    turn: ModeTurn,
    record: TurnRecord,
  ): TurnReaction {
    const { fail } = step;
    if (turn.over !== undefined)
      return { type: "end", fail: turn.over, messages: [kept], turn: record };
    if (this.endsMission(fail)) return { type: "end", fail, messages: [kept], turn: record };
    if (isOutOfToolCalls(fail)) this.isOutOfToolCalls = true;
    const previous = this.mission.log.lastTurn;
    const isRepeated = previous?.ok === false && previous.program === record.program;
    return {
      type: "next-turn",
      fail,
      messages: [
        kept,
        ...told(turn, (next) =>
          isCutOff && fail.reason === "parse_error"
            ? this.feedback.afterCutOff(next)
            : this.feedback.afterFail(step, isRepeated, next),
        ),
      ],
      turn: record,
    };
  }

  /**
   * Whether a fail ends the mission: the program called `(fail …)`, the run cannot go on, memory is
   * too large and the option `memoryStrategy` is `strict`, or the program called a tool although
   * the model was told that no calls are left.
   */
  private endsMission(fail: Fail): boolean {
    const { details } = fail;
    return (
      details?.kind === "fail" ||
      endsRun(details?.kind) ||
      (this.isOutOfToolCalls && isOutOfToolCalls(fail)) ||
      (details?.limit?.option === "memoryLimitBytes" &&
        this.mission.agent.memoryStrategy === "strict")
    );
  }

  /** What later programs read as `*1`: the value itself, or the beginning of a large one. */
  private historyValue({ value }: SuccessfulStep): SuccessfulStep["value"] {
    const { historyMaxBytes } = this.mission.agent.format;
    const kept = truncateForHistory(value, { maxBytes: historyMaxBytes });
    return kept.truncated ? kept.value : value;
  }
}

/** The feedback as a message; none when no turn follows that could use it. */
function told({ next }: ModeTurn, text: (next: NextTurn) => string): UserMessage[] {
  return next === undefined ? [] : [{ role: "user", content: text(next) }];
}

function noProgramFail(extracted: ExtractedProgram & { ok: false }): Fail {
  return {
    reason: extracted.reason,
    message:
      extracted.reason === "no_code_found"
        ? "the answer holds no program"
        : `the answer holds ${String(extracted.count)} programs`,
  };
}
