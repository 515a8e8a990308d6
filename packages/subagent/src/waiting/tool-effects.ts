// The calls of function tools by a mission that can wait. A recorded call returns its recorded
// result, if it is still the same call. One that may have run before the process was killed waits.

import type { ToolArguments, ToolContext, ToolFunction } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import { isThenable } from "@ptc/core/internal/contracts";
import { shortened } from "@ptc/core/internal/printing";
import {
  isLargeData,
  plainCopy,
  refusal,
  Suspension,
  suspensionOrError,
  type CheckpointWriter,
  type MadeDecision,
} from "@ptc/lisp/internal/waiting";
import type { ToolOfMission } from "../bounds/effects.ts";
import {
  answerOf,
  failureOf,
  mayBeOutcome,
  valueAnswer,
  type ToolOutcome,
} from "../recording/effect-json.ts";
import { recordedOutcome } from "../recording/recorded-answers.ts";
import { suspensionJson, suspensionOf } from "../recording/suspended-calls.ts";
import { argumentsJson } from "./arguments-json.ts";
import { clearDataInPieces, clearJson } from "./clear-json.ts";
import { isUnanswered, outcomeOf } from "./line-outcomes.ts";
import type { PlacedLine } from "./mission-lines.ts";
import type { MissionPass, NewEffect } from "./mission-pass.ts";

/** A function tool of a mission. */
interface WorkingTool extends ToolOfMission {
  readonly name: string;
  readonly work: ToolFunction;
}

/** Returns the function to call in place of a function tool. */
export function toolInPass(pass: MissionPass, tool: WorkingTool): ToolFunction {
  const { name, onlyReads } = tool;
  const called: ToolFunction = (args, call) => {
    const at = pass.locationOf(call.callId);
    const decided = pass.lines.takeUncertain(at);
    if (decided !== undefined)
      return pass.holds
        .decidedUncertain(decided, call)
        .then((decision) =>
          decision.type === "approve" || pass.lines.has("tool", at)
            ? called(args, call)
            : settledTool(pass, name, at, decision, args),
        );
    const known = pass.take("tool", at);
    if (known !== undefined) return replayedTool(pass, known, name, args, call);
    if (pass.holds.isUncertain(call.callId)) return uncertainTool(pass, tool, at, args, call);
    // The times of a reading call may be stored with the effect before it, without its answer.
    if (!onlyReads && pass.lines.timesAt(at) !== undefined)
      throw pass.diverged(
        `tool/${name} is called at ${at}, where the checkpoint has the times of a call, and no result`,
      );
    return beginTool(pass, tool, at, args, call, onlyReads);
  };
  return called;
}

/** Makes a call: one that only reads at once, any other once the entries before it are stored. */
function beginTool(
  pass: MissionPass,
  tool: WorkingTool,
  at: string,
  args: ToolArguments,
  call: ToolContext,
  onlyReads = false,
): unknown {
  return pass.beginNew(new LiveCall(pass, tool, at, args, call, onlyReads));
}

/** Waits for the decision about a call that may have run before the process was killed. */
async function uncertainTool(
  pass: MissionPass,
  tool: WorkingTool,
  at: string,
  args: ToolArguments,
  call: ToolContext,
): Promise<unknown> {
  const { name, agentPath } = tool;
  const decision = await pass.holds.uncertain({ name, agentPath }, args, call);
  if (decision.type === "approve") return await beginTool(pass, tool, at, args, call);
  return await settledTool(pass, name, at, decision, args);
}

/** Ends a call that may have run with the result or the error of its decision. */
async function settledTool(
  pass: MissionPass,
  name: string,
  at: string,
  decision: Exclude<MadeDecision, { readonly type: "approve" }>,
  args: ToolArguments,
): Promise<unknown> {
  const outcome =
    decision.type === "answer"
      ? answerOf(decision.result, clearJson)
      : failureOf(refusal(decision, false), clearJson);
  const line = {
    type: "tool",
    at,
    tool: name,
    args: argumentsJson(args),
    isLater: true,
  } as const;
  pass.add({ ...line, outcome: outcome as Json });
  return await recordedOutcome(
    { line: 0, effect: outcomeOf({ ...line, t: 0, outcome: outcome as Json }, pass) },
    pass,
  );
}

/** A call that is made, and recorded with its outcome. */
class LiveCall implements NewEffect {
  private readonly pass: MissionPass;
  private readonly tool: WorkingTool;
  private readonly at: string;
  private readonly args: ToolArguments;
  private readonly context: ToolContext;
  readonly isRepeatable: boolean;
  /** The JSON of the arguments, which the tool may change. */
  private readonly requested: Json;
  /** The outcome of a large answer, which was written in pieces. */
  private prepared: ToolOutcome | undefined = undefined;

  constructor(
    pass: MissionPass,
    tool: WorkingTool,
    at: string,
    args: ToolArguments,
    context: ToolContext,
    isRepeatable: boolean,
  ) {
    this.pass = pass;
    this.tool = tool;
    this.at = at;
    this.args = args;
    this.context = context;
    this.isRepeatable = isRepeatable;
    this.requested = argumentsJson(args);
  }

  note(writer: CheckpointWriter): void {
    this.pass.calls.appendBegun(this.tool, this.requested, this.context, writer);
  }

  begin(): unknown {
    const { context, pass } = this;
    let answer: unknown;
    try {
      // The span of a call that waited may have been opened again since the mission made the call.
      answer = context.trace.within(() => this.tool.work(this.args, context));
    } catch (thrown) {
      const error = this.errorOf(thrown);
      this.failed(error, false);
      throw error;
    }
    const plain = isThenable(answer) ? undefined : plainAnswer(answer);
    if (!isThenable(answer) && (plain !== undefined || !isWrittenInPieces(answer))) {
      this.succeeded(answer, false, plain);
      return answer;
    }
    return pass.answers.inTurn(
      context.signal,
      isThenable(answer) ? answer : Promise.resolve(answer),
      (value) => {
        this.succeeded(value, true);
      },
      (error) => {
        this.failed(error, true);
      },
      () => {
        this.add({ unanswered: true }, true);
      },
      context.callId,
      (thrown) => this.errorOf(thrown),
      (value) => this.prepare(value),
    );
  }

  /** Writes a large answer in pieces. Undefined for any other answer. */
  private prepare(answer: unknown): Promise<void> | undefined {
    if (!isWrittenInPieces(answer)) return undefined;
    return valueAnswer(answer, clearDataInPieces).then((outcome) => {
      this.prepared = outcome;
    });
  }

  private errorOf(thrown: unknown): unknown {
    if (!(thrown instanceof Suspension)) return thrown;
    return suspensionOrError(thrown, { suspends: this.pass.holds.suspends(this.context) });
  }

  private succeeded(answer: unknown, isLater: boolean, plain = plainAnswer(answer)): void {
    const { pass, tool, at } = this;
    if (plain !== undefined) {
      this.add({ result: plain }, isLater);
      return;
    }
    const outcome = this.prepared ?? answerOf(answer, clearJson);
    const unkept = outcome.files === undefined ? outcome.unkept : "it contains a file";
    if (unkept !== undefined)
      pass.lines.unkept.set(`the result of tool/${tool.name} at ${at}`, unkept);
    this.add(unkept === undefined ? outcome : { unkept }, isLater);
  }

  private failed(error: unknown, isLater: boolean): void {
    const suspended = error instanceof Suspension ? suspensionJson(error) : undefined;
    this.add(suspended ?? failureOf(error, clearJson), isLater);
  }

  private add(made: object, isLater: boolean): void {
    const { at, requested: args } = this;
    const { name: tool } = this.tool;
    const outcome = made as Json;
    this.pass.add(
      isLater
        ? { type: "tool", at, tool, args, isLater, outcome }
        : { type: "tool", at, tool, args, outcome },
    );
  }
}

/** Returns a copy of a common answer. Undefined for all other answers. */
function plainAnswer(answer: unknown): Json | undefined {
  return mayBeOutcome(answer) ? undefined : plainCopy(answer);
}

function isWrittenInPieces(answer: unknown): boolean {
  return !mayBeOutcome(answer) && !(answer instanceof Error) && isLargeData(answer);
}

function replayedTool(
  pass: MissionPass,
  known: PlacedLine<"tool">,
  name: string,
  args: ToolArguments,
  { signal }: ToolContext,
): unknown {
  const { index, line } = known;
  const { at, tool } = line;
  if (tool !== name)
    throw pass.diverged(
      `tool/${name} is called at ${at}, where the checkpoint has a call of tool/${shortened(tool, 100)}`,
    );
  const json = argumentsJson(args);
  if (!pass.fitsRecorded(json, line.args))
    throw pass.diverged(
      `tool/${name} is called at ${at} with ${shown(pass, json)}, and the checkpoint has the arguments ${shown(pass, line.args)}`,
    );
  if (isUnanswered(line.outcome)) return pass.unanswered(index, line, signal);
  return pass.passed(known, () => {
    const suspension = suspensionOf(line.outcome);
    if (suspension !== undefined) throw suspension;
    return recordedOutcome({ line: index, effect: outcomeOf(line, pass) }, pass);
  });
}

function shown(pass: MissionPass, json: Json): string {
  return shortened(JSON.stringify(pass.masked(json)), 300);
}
