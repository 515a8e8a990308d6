// The mode in which a model writes a program to be stored. A program without `(return …)` explores
// one sample. A program with it is tried on all samples, and the failures are reported to the
// model.
//
//   program ─▶ sample 1 ─▶ no return: exploration, the value is shown to the model
//                       └▶ return ─▶ samples 2, 3, … ─▶ all pass: the program is the answer
//                                                    └▶ failures are reported; the next program
//                                                       explores the first sample that failed

import type { Fail } from "@ptc/core/contracts";
import { renderFail, type LispStep } from "@ptc/lisp";
import type { ModelResponse } from "@ptc/llm";
import { violationLines } from "@ptc/signature/internal";
import { endsRun } from "../agent/ends-run.ts";
import { ofPrograms } from "../mode-traits/exposure.ts";
import { countText } from "../description/count-text.ts";
import { answerText } from "../model/answer-text.ts";
import type { AnswerReader } from "../model/streamed-model.ts";
import type { Mode, ModeMission, ModeTurn, Responder, TurnReaction } from "../modes/mode.ts";
import { historyMessage } from "../modes/program/history-message.ts";
import { longestAnswer, responseProgram } from "../modes/program/response-program.ts";
import { watchText } from "../modes/program/unrecoverable-watch.ts";
import { dataEnvelope } from "../preview/data-envelope.ts";
import { formatFeedback } from "../preview/format-feedback.ts";
import { contextLines } from "../prompt/data-fields.ts";
import { Feedback, type NextTurn } from "../prompt/feedback.ts";
import { formBounds } from "../prompt/form-bounds.ts";
import { promptText } from "../prompt/prompt-text.ts";
import { systemPrompt } from "../prompt/system-prompt.ts";
import { checkedAnswer } from "../step/checked-answer.ts";
import type { ToolResult } from "./data-contract.ts";
import { programWords } from "./program-words.ts";
import { isSame, type CheckedSample } from "./sample.ts";

/** Failures beyond these are counted but not shown. */
const listedFailures = 3;

/** The result of a program on one sample. */
interface Trial {
  readonly index: number;
  readonly step: LispStep;
  /** Why the program is wrong on this sample. Absent if it is right. */
  readonly problem?: string;
}

/** `keepResults` is called with the results that the right program got of its tools. */
export function compileMode(
  samples: readonly CheckedSample[],
  keepResults: (results: readonly ToolResult[]) => void,
): Mode {
  return {
    needs: {},
    systemPrompt: (agent, context, memory, firewall, journal) => {
      const form = promptText("compile", {
        ...formBounds(agent),
        samples: countText(samples.length, "sample"),
      });
      return systemPrompt(ofPrograms(agent), context, memory, firewall, journal, { form });
    },
    begin: (mission) => new CompileResponder(mission, samples, keepResults),
  };
}

class CompileResponder implements Responder {
  private readonly mission: ModeMission;
  private readonly samples: readonly CheckedSample[];
  private readonly keepResults: (results: readonly ToolResult[]) => void;
  private readonly feedback: Feedback;
  /** The index of the sample that programs explore. */
  private current = 0;

  constructor(
    mission: ModeMission,
    samples: readonly CheckedSample[],
    keepResults: (results: readonly ToolResult[]) => void,
  ) {
    this.mission = mission;
    this.keepResults = keepResults;
    this.samples = samples;
    this.feedback = new Feedback(ofPrograms(mission.agent), mission.log.firewall);
  }

  request(): Record<string, never> {
    return {};
  }

  watch(turn: ModeTurn): AnswerReader {
    return watchText(turn);
  }

  async respond(response: ModelResponse, turn: ModeTurn): Promise<TurnReaction> {
    const rawResponse = answerText(response);
    const { reading, program, call } = responseProgram(response);
    const message = historyMessage(response, reading);
    const next = (
      fail: Fail | undefined,
      feedbackFor: (next: NextTurn) => string,
      ran: RanProgram,
    ) =>
      ({
        type: "next-turn",
        ...(fail === undefined ? {} : { fail }),
        messages: [
          message,
          ...(turn.next === undefined
            ? []
            : [{ role: "user", content: feedbackFor(turn.next) } as const]),
        ],
        turn: { rawResponse, ok: fail === undefined, ...(fail && { fail }), ...ran },
      }) satisfies TurnReaction;
    if (!program.ok) {
      const fail: Fail = {
        reason: program.reason,
        message: "the answer does not contain exactly one program",
      };
      return next(
        fail,
        (after) =>
          response.finishReason === "length"
            ? this.feedback.afterCutOff(after)
            : this.feedback.afterNoProgram(
                program,
                response.text.slice(0, longestAnswer),
                after,
                call,
              ),
        { prints: [], toolCalls: [] },
      );
    }
    const { source } = program;
    const trials = await this.trials(source, turn);
    const ran = ranProgram(source, trials);
    const over = turn.over ?? endOf(trials);
    if (over !== undefined)
      return {
        type: "end",
        fail: over,
        messages: [message],
        turn: { rawResponse, ok: false, fail: over, ...ran },
      };
    const [first] = trials;
    if (first?.step.ok === true && first.step.endedBy !== "return") {
      const { step } = first;
      return next(undefined, (after) => this.feedback.afterLook(step, after), {
        ...ran,
        result: step.return,
      });
    }
    const failed = trials.filter(({ problem }) => problem !== undefined);
    if (failed.length === 0 && this.readsData(source)) {
      this.keepResults(trials.flatMap(({ step }) => step.toolCalls));
      return {
        type: "answer",
        value: source,
        messages: [message],
        turn: { rawResponse, ok: true, result: source, ...ran },
      };
    }
    const fail: Fail = {
      reason: "validation_error",
      message:
        failed.length === 0
          ? "the program does not read the data"
          : `the program fails on ${String(failed.length)} of ${countText(this.samples.length, "sample")}`,
    };
    return next(fail, (after) => this.afterFailures(failed, after), ran);
  }

  /** Runs a program on the explored sample and, if it returns there, on the others. */
  private async trials(source: string, turn: ModeTurn): Promise<readonly Trial[]> {
    const order = [
      this.current,
      ...this.samples.map((_, index) => index).filter((index) => index !== this.current),
    ];
    const trials: Trial[] = [];
    for (const index of order) {
      const trial = await this.trial(source, index, turn);
      trials.push(trial);
      const { step } = trial;
      // A program that only explores gets the result of one sample. A program that can't run needs
      // no second try.
      const isLook = step.ok ? step.endedBy !== "return" : step.fail.details?.kind !== "fail";
      if ((trials.length === 1 && isLook) || turn.over !== undefined || endOf(trials)) break;
    }
    return trials;
  }

  private async trial(source: string, index: number, turn: ModeTurn): Promise<Trial> {
    const sample = this.samples[index];
    const { agent, log } = this.mission;
    const step = await turn.evaluate(source, {
      context: sample?.context ?? {},
      sample: `sample-${String(index + 1)}`,
    });
    if (!step.ok) return { index, step, problem: renderFail(step.fail) };
    if (step.endedBy !== "return")
      return { index, step, problem: "the program ended without (return value)" };
    const answer = await checkedAnswer(agent, step.return);
    if (!answer.ok)
      return {
        index,
        step,
        problem: `the value does not match the signature:\n${violationLines(answer).join("\n")}`,
      };
    if (sample?.hasExpected === true && !isSame(answer.value, sample.expected)) {
      const shown = (value: unknown): string =>
        formatFeedback(value, { feedbackMaxChars: 1_000 }, log.firewall).text;
      return {
        index,
        step,
        problem: `it returned ${shown(answer.value)}\nThe right answer is ${shown(sample.expected)}`,
      };
    }
    return { index, step };
  }

  /**
   * True if the program reads `data/…`, or the agent has no parameters, so there may be nothing to
   * read.
   */
  private readsData(source: string): boolean {
    const { parameters } = this.mission.agent.signature;
    return parameters.length === 0 || programWords(source).data.size > 0;
  }

  private afterFailures(failed: readonly Trial[], { turnsLeft }: NextTurn): string {
    const { firewall } = this.mission.log;
    const [first] = failed;
    const lines: string[] = [];
    if (first === undefined) lines.push(promptText("compile-constant"));
    else {
      lines.push(
        `The program was tried on ${countText(this.samples.length, "sample")} and fails on ${String(failed.length)}:`,
        ...failed
          .slice(0, listedFailures)
          .map(
            ({ index, problem = "" }) =>
              `Sample ${String(index + 1)}:\n${dataEnvelope("error", problem, firewall)}`,
          ),
      );
      if (first.index !== this.current) {
        this.current = first.index;
        lines.push(this.nowLookedAt());
      }
    }
    return [
      ...lines,
      promptText("repair"),
      promptText("turns-left", { turns: String(turnsLeft) }),
    ].join("\n");
  }

  /** Describes the data of the newly explored sample to the model. */
  private nowLookedAt(): string {
    const { agent, log } = this.mission;
    const { context = {} } = this.samples[this.current] ?? {};
    const lines = contextLines(
      context,
      agent.signature.parameters.map(({ name }) => name),
      {
        descriptions: agent.contextDescriptions,
        sampleMaxChars: agent.format.sampleMaxChars ?? 1_500,
        firewall: log.firewall,
      },
    );
    const sample = `sample ${String(this.current + 1)}`;
    return [promptText("compile-sample", { sample }), ...lines].join("\n");
  }
}

type RanProgram = Pick<
  Extract<TurnReaction, { type: "answer" }>["turn"],
  "prints" | "toolCalls" | "program" | "result"
>;

function ranProgram(source: string, trials: readonly Trial[]): RanProgram {
  return {
    program: source,
    prints: trials[0]?.step.prints ?? [],
    toolCalls: trials.flatMap(({ step }) => step.toolCalls),
  };
}

/** Returns the failure that prevents running any more programs. */
function endOf(trials: readonly Trial[]): Fail | undefined {
  for (const { step } of trials) if (!step.ok && endsRun(step.fail.details?.kind)) return step.fail;
  return undefined;
}
