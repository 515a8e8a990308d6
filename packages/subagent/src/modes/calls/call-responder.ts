// Handles the turns of a model that calls tools. Runs native calls in parallel, then the program,
// and returns one result for each call in order. A response without calls is the answer of the
// mission.

import type { Fail } from "@ptc/core/contracts";
import type { ModelResponse, ToolCallPart, ToolMessage, UserMessage } from "@ptc/llm";
import { programToolName } from "../../answer/program-tool.ts";
import { isOutOfToolCalls } from "../../bounds/tool-calls.ts";
import { answerText } from "../../model/answer-text.ts";
import { traitsOf, type Answerer } from "../../mode-traits/mode-table.ts";
import type { AnswerReader } from "../../model/streamed-model.ts";
import { Feedback, type NextTurn } from "../../prompt/feedback.ts";
import { promptText } from "../../prompt/prompt-text.ts";
import { answersText, schemaText } from "../../prompt/text-answer-section.ts";
import type { TurnRecord } from "../../step/mission-log.ts";
import type { ModeMission, ModeTurn, RequestParts, Responder, TurnReaction } from "../mode.ts";
import { watchCalls } from "../program/unrecoverable-watch.ts";
import { ProgramRun, endOf, type ProgramOutcome } from "../program/program-run.ts";
import { CallIds, type AnswerCalls } from "./answer-calls.ts";
import { historyCalls } from "./history-calls.ts";
import { NativeCalls, type CallResult, type NumberedCall } from "./native-calls.ts";
import { nativeTools, programTool, type NativeTool } from "./native-tools.ts";
import { programOf } from "../program/program-argument.ts";
import { TextReplies, tooLate } from "./text-replies.ts";

/** The program of a response, and its outcome. */
interface RanProgram {
  readonly call: ToolCallPart;
  readonly outcome: ProgramOutcome;
}

export class CallResponder implements Responder {
  private readonly mission: ModeMission;
  private readonly tools: ReadonlyMap<string, NativeTool>;
  private readonly programs: ProgramRun | undefined;
  private readonly answerer: Answerer;
  private readonly natives: NativeCalls;
  private readonly feedback: Feedback;
  private readonly ids = new CallIds();
  private readonly parts: RequestParts;
  private readonly replies: TextReplies;
  private isOutOfToolCalls = false;

  constructor(mission: ModeMission) {
    const { answerer, programsIn } = traitsOf(mission.agent);
    this.mission = mission;
    this.answerer = answerer;
    this.programs = programsIn === "calls" ? new ProgramRun(mission) : undefined;
    this.tools = nativeTools(mission.agent);
    this.natives = new NativeCalls(mission, this.tools);
    const { agent, log } = mission;
    this.feedback = new Feedback(agent, log.firewall, answerer);
    this.replies = new TextReplies({
      mission,
      answerer,
      programs: this.programs,
      tools: new Set([...this.tools].flatMap(([called, { name }]) => [called, name])),
      feedback: this.feedback,
      note: (next) => this.note(next),
    });
    // The prompt shows the schema, but requests don't enforce it, because the model may call tools.
    if (answerer === "model" && !answersText(agent)) log.usesSchema(false, schemaText(agent));
    const definitions = [...this.tools.values()].map(({ definition }) => definition);
    const tools = this.programs === undefined ? definitions : [...definitions, programTool()];
    const last = tools.at(-1);
    this.parts =
      last === undefined
        ? {}
        : { tools: [...tools.slice(0, -1), { ...last, cacheBoundary: true }] };
  }

  request(turn: ModeTurn): RequestParts {
    // The tools stay in the request, because cached prefixes begin with them.
    return this.parts.tools === undefined || this.mayCall(turn)
      ? this.parts
      : { ...this.parts, toolChoice: "none" };
  }

  watch(turn: ModeTurn): AnswerReader | undefined {
    return this.programs === undefined ? undefined : watchCalls(turn);
  }

  async respond(response: ModelResponse, turn: ModeTurn): Promise<TurnReaction> {
    const answer = this.ids.of(response);
    if (answer.calls.length === 0)
      return await this.replies.respond(response, turn, this.mayCall(turn));
    return this.mayCall(turn)
      ? await this.called(answer, response, turn)
      : this.calledTooLate(answer, response, turn);
  }

  /** True if the model may still call tools. If programs complete the mission, it always may. */
  private mayCall({ isWork, mustAnswer }: ModeTurn): boolean {
    return this.answerer === "program" || (isWork && !mustAnswer);
  }

  private async called(
    answer: AnswerCalls,
    response: ModelResponse,
    turn: ModeTurn,
  ): Promise<TurnReaction> {
    const numbered = answer.calls.map((call, index): NumberedCall => ({ call, index }));
    const isProgram = ({ call }: NumberedCall): boolean =>
      this.programs !== undefined && call.toolName === programToolName;
    const results = new Map<ToolCallPart, CallResult>();
    const natives = numbered.filter((each) => !isProgram(each));
    const ran = await this.natives.run(natives, turn);
    natives.forEach(({ call }, index) => {
      const result = ran[index];
      if (result !== undefined) results.set(call, result);
    });
    const program = await this.runProgram(
      numbered.filter(isProgram).map(({ call }) => call),
      { response, turn, results },
    );
    return this.reaction(answer, response, turn, results, program);
  }

  /** Runs the first program of a response. Adds refusals of the others to `results`. */
  private async runProgram(
    calls: readonly ToolCallPart[],
    {
      response,
      turn,
      results,
    }: {
      readonly response: ModelResponse;
      readonly turn: ModeTurn;
      readonly results: Map<ToolCallPart, CallResult>;
    },
  ): Promise<RanProgram | undefined> {
    const [call, ...others] = calls;
    for (const other of others)
      results.set(
        other,
        this.natives.refused(other, { reason: "tool_error", message: promptText("one-call") }),
      );
    // A native call may have ended the mission, for example when its time is over.
    const isEnded = turn.over !== undefined || endingFail([...results.values()]) !== undefined;
    if (call === undefined || this.programs === undefined || isEnded) return undefined;
    const end = endOf(response);
    const read = programOf(call, end.ended);
    if (!read.ok) {
      results.set(call, this.natives.refused(call, read.fail));
      return undefined;
    }
    const rawResponse = answerText(response);
    const outcome = await this.programs.run({ source: read.source, rawResponse, ...end }, turn);
    return { call, outcome };
  }

  private reaction(
    answer: AnswerCalls,
    response: ModelResponse,
    turn: ModeTurn,
    results: ReadonlyMap<ToolCallPart, CallResult>,
    program: RanProgram | undefined,
  ): TurnReaction {
    const done = [...results.values()];
    const record = turnRecord(answerText(response), done, program);
    const end = this.endOf(done, program, turn);
    const assistantMessage = historyCalls(answer, response);
    const toolMessage = (text: string): ToolMessage => ({
      role: "tool",
      content: answer.calls.map(
        (call) =>
          results.get(call)?.part ?? {
            type: "tool-result",
            toolCallId: call.toolCallId,
            toolName: call.toolName,
            output: text,
          },
      ),
    });
    const { next } = turn;
    if (end !== undefined)
      return {
        type: "end",
        fail: end,
        messages: [assistantMessage, toolMessage("")],
        turn: record,
      };
    if (program?.outcome.type === "answer") {
      const { value } = program.outcome;
      return {
        type: "answer",
        value,
        messages: [assistantMessage, toolMessage(promptText("completed"))],
        turn: record,
      };
    }
    const programFeedback =
      program?.outcome.type === "continue" && next !== undefined
        ? program.outcome.feedbackFor(next)
        : "";
    // The feedback on a program already lists the journal changes of the turn.
    const isReported = next === undefined || program?.outcome.type === "continue";
    const changed = isReported ? "" : this.feedback.afterCalls(next);
    return {
      type: "next-turn",
      ...(record.fail === undefined ? {} : { fail: record.fail }),
      messages: [assistantMessage, toolMessage(programFeedback), ...this.note(next, changed)],
      turn: record,
    };
  }

  /** Returns the failure that ends the mission, or undefined if it continues. */
  private endOf(
    results: readonly CallResult[],
    program: RanProgram | undefined,
    { over }: ModeTurn,
  ): Fail | undefined {
    const ended = endingFail(results);
    if (ended !== undefined) return ended;
    if (program?.outcome.type === "end") return program.outcome.fail;
    if (over !== undefined) return over;
    const refused = results.find(({ fail }) => fail !== undefined && isOutOfToolCalls(fail))?.fail;
    if (refused !== undefined && this.isOutOfToolCalls) return refused;
    this.isOutOfToolCalls ||= refused !== undefined;
    return undefined;
  }

  /** Returns the message after the results: journal changes, and a request to answer now. */
  private note(next: NextTurn | undefined, changed = ""): UserMessage[] {
    const isLast = next !== undefined && next.phase !== "work" && this.answerer !== "program";
    const content = [changed, isLast ? promptText("answer-now") : ""]
      .filter((text) => text !== "")
      .join("\n");
    return content === "" ? [] : [{ role: "user", content }];
  }

  /** Refuses calls in a turn that had to be the answer. */
  private calledTooLate(
    answer: AnswerCalls,
    response: ModelResponse,
    turn: ModeTurn,
  ): TurnReaction {
    const { fail, text } = tooLate;
    const results = new Map(
      answer.calls.map((call) => [call, this.natives.refused(call, { ...fail, message: text })]),
    );
    const rawResponse = answerText(response);
    return {
      type: "next-turn",
      fail,
      messages: [
        historyCalls(answer, response),
        { role: "tool", content: [...results.values()].map(({ part }) => part) },
        ...this.note(turn.next),
      ],
      turn: { rawResponse, ok: false, fail, prints: [], toolCalls: [] },
    };
  }
}

/** Returns the failure after which the run may have no further effects, if a call had one. */
function endingFail(results: readonly CallResult[]): Fail | undefined {
  return results.find(({ endsRun }) => endsRun === true)?.fail;
}

/**
 * Returns the record of a turn. It includes the first failure, unless the turn produced the
 * answer.
 */
function turnRecord(
  rawResponse: string,
  results: readonly CallResult[],
  program: RanProgram | undefined,
): TurnRecord {
  const calls = results.flatMap(({ record }) => (record === undefined ? [] : [record]));
  const ran = program?.outcome.turn;
  const fail =
    program?.outcome.type === "answer"
      ? undefined
      : (results.find((result) => result.fail !== undefined)?.fail ?? ran?.fail);
  const common = {
    ...ran,
    rawResponse,
    prints: ran?.prints ?? [],
    toolCalls: [...calls, ...(ran?.toolCalls ?? [])],
  };
  return fail === undefined ? { ...common, ok: true } : { ...common, ok: false, fail };
}
