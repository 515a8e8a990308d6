// The calls of function tools by a mission that can wait. A recorded call returns its recorded
// result, if it is still the same call. One that may have run before the process was killed waits.

import type { ToolArguments, ToolContext, ToolFunction } from "@ptc/core/contracts";
import type { Json } from "@ptc/core/encoding";
import { isThenable } from "@ptc/core/internal/contracts";
import { shortened } from "@ptc/core/internal/printing";
import { refusal, Suspension, suspensionOrError } from "@ptc/lisp/internal/waiting";
import { answerOf, failureOf } from "../recording/effect-json.ts";
import { recordedOutcome } from "../recording/recorded-answers.ts";
import { argumentsJson } from "./arguments-json.ts";
import { clearJson } from "./clear-json.ts";
import { isUnanswered, outcomeOf, suspensionJson, suspensionOf } from "./line-outcomes.ts";
import type { NewLine, PlacedLine } from "./mission-lines.ts";
import type { MissionPass } from "./mission-pass.ts";

/** Returns the function to call in place of a function tool. */
export function toolInPass(pass: MissionPass, name: string, work: ToolFunction): ToolFunction {
  return (args, call) => {
    const at = pass.locationOf(call.callId);
    const known = pass.take("tool", at);
    if (known !== undefined) return replayedTool(pass, known, name, args, call);
    if (pass.holds.isUncertain(call.callId)) return uncertainTool(pass, name, at, work, args, call);
    if (pass.lines.timesAt(at) !== undefined)
      throw pass.diverged(
        `tool/${name} is called at ${at}, where the checkpoint has the times of a call, and no result`,
      );
    return beginTool(pass, name, at, work, args, call);
  };
}

/** Makes a call, once the entries before it and its own are stored. */
function beginTool(
  pass: MissionPass,
  name: string,
  at: string,
  work: ToolFunction,
  args: ToolArguments,
  call: ToolContext,
): unknown {
  const { writer } = pass;
  return pass.afterRecorded(
    () => liveTool(pass, name, at, work, args, call),
    writer === undefined
      ? undefined
      : () => {
          pass.calls.appendBegun(name, args, call, writer);
        },
  );
}

/** Waits for the decision about a call that may have run before the process was killed. */
async function uncertainTool(
  pass: MissionPass,
  name: string,
  at: string,
  work: ToolFunction,
  args: ToolArguments,
  call: ToolContext,
): Promise<unknown> {
  const decision = await pass.holds.uncertain(name, args, call);
  if (decision.type === "approve") return await beginTool(pass, name, at, work, args, call);
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

function liveTool(
  pass: MissionPass,
  name: string,
  at: string,
  work: ToolFunction,
  args: ToolArguments,
  call: ToolContext,
): unknown {
  // The tool may change its arguments.
  const requested = argumentsJson(args);
  const line = (outcome: object, later: { readonly isLater?: true }): NewLine => ({
    type: "tool",
    at,
    tool: name,
    args: requested,
    ...later,
    outcome: outcome as Json,
  });
  const succeeded = (answer: unknown, later: { readonly isLater?: true }): void => {
    const outcome = answerOf(answer, clearJson);
    const unkept = outcome.files === undefined ? outcome.unkept : "it contains a file";
    if (unkept !== undefined) pass.lines.unkept.set(`the result of tool/${name} at ${at}`, unkept);
    pass.add(line(unkept === undefined ? outcome : { unkept }, later));
  };
  const failed = (error: unknown, later: { readonly isLater?: true }): void => {
    const suspended = error instanceof Suspension ? suspensionJson(error) : undefined;
    pass.add(line(suspended ?? failureOf(error, clearJson), later));
  };
  const suspends = pass.holds.suspends(call);
  let answer: unknown;
  try {
    answer = work(args, call);
  } catch (thrown) {
    const error = suspensionOrError(thrown, { suspends });
    failed(error, {});
    throw error;
  }
  if (!isThenable(answer)) {
    succeeded(answer, {});
    return answer;
  }
  const isLater = { isLater: true } as const;
  return pass.answers.inTurn(
    call.signal,
    answer,
    (value) => {
      succeeded(value, isLater);
    },
    (error) => {
      failed(error, isLater);
    },
    () => {
      pass.add(line({ unanswered: true }, isLater));
    },
    call.callId,
    (thrown) => suspensionOrError(thrown, { suspends }),
  );
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
