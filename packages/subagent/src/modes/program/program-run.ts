// Runs a program that a model wrote, in every mode with programs: judges its step, stores what
// later programs need, and writes the feedback.

import type { LispStep, Memory, SuccessfulStep } from "@ptc/lisp";
import type { ModelResponse } from "@ptc/llm";
import { violationLines } from "@ptc/signature/internal";
import type { Fail } from "@ptc/core/contracts";
import { endsRun } from "../../agent/ends-run.ts";
import { ofPrograms } from "../../mode-traits/exposure.ts";
import { counted } from "../../bounds/activity.ts";
import { MemoryGuard } from "../../bounds/memory-guard.ts";
import { isOutOfToolCalls } from "../../bounds/tool-calls.ts";
import { shortenedValue } from "../../preview/shortened-value.ts";
import { traitsOf, type Answerer } from "../../mode-traits/mode-table.ts";
import { Feedback, type NextTurn } from "../../prompt/feedback.ts";
import { promptText } from "../../prompt/prompt-text.ts";
import { mismatchFail } from "../../step/mismatch-fail.ts";
import type { TurnRecord } from "../../step/mission-log.ts";
import type { ModeMission, ModeTurn } from "../mode.ts";
import { isResult, judgeStep, type Judgement } from "./judge-step.ts";

/** The meaning of a program for its mission. `turn` is the step's record of it. */
export type ProgramOutcome =
  | { readonly type: "answer"; readonly value: unknown; readonly turn: TurnRecord }
  | { readonly type: "end"; readonly fail: Fail; readonly turn: TurnRecord }
  | {
      readonly type: "continue";
      readonly fail?: Fail;
      /** Writes the feedback for the model, if a turn follows. */
      readonly feedbackFor: (next: NextTurn) => string;
      readonly turn: TurnRecord;
    };

/** A response with a program. */
export interface GivenProgram {
  readonly source: string;
  /** The whole response, for the record. */
  readonly rawResponse: string;
  /** Set if the response is incomplete: the provider cut it off, or the watch stopped it. */
  readonly ended?: "cut-off" | "stopped";
}

/** Returns how a response ended if it is incomplete. */
export function endOf({ finishReason }: ModelResponse): Pick<GivenProgram, "ended"> {
  if (finishReason === "length") return { ended: "cut-off" };
  return finishReason === "stopped" ? { ended: "stopped" } : {};
}

export class ProgramRun {
  readonly feedback: Feedback;
  private readonly mission: ModeMission;
  private readonly answerer: Answerer;
  private readonly memoryGuard: MemoryGuard;
  /** True after feedback reported that no tool calls are left. */
  private isOutOfToolCalls = false;

  constructor(mission: ModeMission) {
    const { answerer } = traitsOf(mission.agent);
    this.mission = mission;
    this.answerer = answerer;
    this.feedback = new Feedback(ofPrograms(mission.agent), mission.log.firewall, answerer);
    this.memoryGuard = new MemoryGuard(mission.agent.memoryLimitBytes);
  }

  /** Runs a program in the turn. Never rejects because of the program. */
  async run(program: GivenProgram, turn: ModeTurn): Promise<ProgramOutcome> {
    const { agent, log } = this.mission;
    const { memory } = log;
    const { memoryGuard, answerer } = this;
    const source =
      program.ended === "stopped"
        ? ((await turn.unrecoverablePrefix(program.source)) ?? program.source)
        : program.source;
    const ran = await turn.evaluate(source);
    const judging = judgeStep(ran, {
      agent,
      memoryGuard,
      memory,
      answers: answerer === "model" ? "never" : turn.mustAnswer ? "always" : "when-meant",
    });
    const judgement = await counted(turn.activity, judging, turn.signal);
    const { step, warning } = judgement;
    if (warning !== undefined) log.warn(warning);
    const { prints, toolCalls } = step;
    const { rawResponse } = program;
    const common = { rawResponse, program: source, prints, toolCalls };
    if (!step.ok)
      return this.afterFail(step, program, turn, { ...common, ok: false, fail: step.fail });
    log.keep(step.memory, this.historyValue(step), step.summaries);
    if (isResult(step.value)) log.values.push(step.return);
    return this.afterValue(step, judgement, memory, { ...common, ok: true, result: step.return });
  }

  private afterValue(
    step: SuccessfulStep,
    { answer, unreturnable }: Judgement,
    before: Memory,
    turn: TurnRecord,
  ): ProgramOutcome {
    if (answer?.ok === true) {
      answer.warnings?.forEach((warning) => {
        this.mission.log.warn(`return: ${warning}`);
      });
      return { type: "answer", value: answer.value, turn };
    }
    const mismatch =
      answer === undefined ? unreturnable?.message : violationLines(answer).join("\n");
    const fail = answer === undefined ? unreturnable : mismatchFail(answer);
    const changed = [...step.memory.names()].filter(
      (name) => before.get(name) !== step.memory.get(name),
    );
    return {
      type: "continue",
      ...(fail === undefined ? {} : { fail }),
      feedbackFor: (next) => this.feedback.afterValue(step, changed, mismatch, next),
      turn,
    };
  }

  private afterFail(
    step: Exclude<LispStep, SuccessfulStep>,
    { ended }: GivenProgram,
    { over }: ModeTurn,
    turn: TurnRecord,
  ): ProgramOutcome {
    const { fail } = step;
    if (over !== undefined) return { type: "end", fail: over, turn };
    if (this.endsMission(fail)) return { type: "end", fail, turn };
    if (isOutOfToolCalls(fail)) this.isOutOfToolCalls = true;
    const previous = this.mission.log.lastTurn;
    const isRepeated = previous?.ok === false && previous.program === turn.program;
    return {
      type: "continue",
      fail,
      feedbackFor: (next) =>
        ended === "cut-off" && fail.reason === "parse_error"
          ? this.feedback.afterCutOff(next)
          : `${ended === "stopped" ? `${promptText("stopped")}\n` : ""}${this.feedback.afterFail(step, isRepeated, next)}`,
      turn,
    };
  }

  /**
   * True if a failure ends the mission. That is, a program that completes the mission called
   * `(fail …)`, the run can't continue, or memory is too large with `memoryStrategy: "strict"`. A
   * tool call also ends it after feedback reported that no calls are left.
   */
  private endsMission(fail: Fail): boolean {
    const { details } = fail;
    return (
      (details?.kind === "fail" && this.answerer === "program") ||
      endsRun(details?.kind) ||
      (this.isOutOfToolCalls && isOutOfToolCalls(fail)) ||
      (details?.limit?.option === "memoryLimitBytes" &&
        this.mission.agent.memoryStrategy === "strict")
    );
  }

  /** Returns the value that later programs read as `*1`, shortened if it is large. */
  private historyValue({ value }: SuccessfulStep): SuccessfulStep["value"] {
    const { historyMaxBytes } = this.mission.agent.format;
    const shortened = shortenedValue(value, { maxBytes: historyMaxBytes });
    return shortened.truncated ? shortened.value : value;
  }
}
