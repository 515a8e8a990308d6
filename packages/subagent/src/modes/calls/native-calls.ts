// Runs the native calls of a response in parallel. Each has its own address, and the same checks,
// limits, cache and records as calls from programs.

import { shortened } from "@ptc/core/internal/printing";
import type { Fail, ToolArguments, ToolCallRecord } from "@ptc/core/contracts";
import { didYouMean } from "@ptc/core/internal/errors";
import type { ToolCallPart, ToolResultPart } from "@ptc/llm";
import { raceSignal } from "@ptc/llm/adapter";
import { endsRun } from "../../agent/ends-run.ts";
import { toolsOf } from "../../mode-traits/exposure.ts";
import { programToolName } from "../../answer/program-tool.ts";
import { WrongArguments } from "../../agent/wrong-arguments.ts";
import { callFail } from "../../bounds/tool-calls.ts";
import { dataEnvelope } from "../../preview/data-envelope.ts";
import { nativeArguments } from "../../agent/native-arguments.ts";
import { NativeAnswers, type NativeAnswer } from "../../native/native-answers.ts";
import { shownName } from "../../shape/shown-name.ts";
import type { ModeMission, ModeTurn } from "../mode.ts";
import { historyName } from "./history-calls.ts";
import type { NativeTool } from "./native-tools.ts";

/** A call with its index in the response. */
export interface NumberedCall {
  readonly index: number;
  readonly call: ToolCallPart;
}

/** The outcome of a call. */
export interface CallResult {
  readonly part: ToolResultPart;
  /** Absent if no tool was called. */
  readonly record?: ToolCallRecord;
  /** The failure, if any. */
  readonly fail?: Fail;
  /** True if neither this mission nor those above it can continue. */
  readonly endsRun?: true;
}

/** The maximum number of calls in one response. */
const mostCalls = 128;

export class NativeCalls {
  private readonly mission: ModeMission;
  private readonly tools: ReadonlyMap<string, NativeTool>;
  private readonly ofPrograms: ReadonlyMap<string, unknown>;
  private readonly answers: NativeAnswers;

  constructor(mission: ModeMission, tools: ReadonlyMap<string, NativeTool>) {
    this.mission = mission;
    this.tools = tools;
    this.ofPrograms = toolsOf(mission.agent, "program");
    this.answers = new NativeAnswers(mission);
  }

  /** Returns the results in the order of the calls. Never rejects because of a tool. */
  async run(calls: readonly NumberedCall[], turn: ModeTurn): Promise<readonly CallResult[]> {
    return await Promise.all(
      calls.map(async (numbered, position) =>
        position < mostCalls ? await this.call(numbered, turn) : this.tooMany(numbered.call),
      ),
    );
  }

  private async call({ index, call }: NumberedCall, turn: ModeTurn): Promise<CallResult> {
    const { toolName, input, malformedInput } = call;
    const tool = this.toolOf(toolName);
    if (tool === undefined) return this.unknown(call);
    if (malformedInput !== undefined)
      return this.refused(call, {
        reason: "tool_error",
        message: `the arguments are not JSON: they start ${JSON.stringify(shortened(malformedInput, 60))}`,
      });
    const args = argumentsOf(input);
    if (args instanceof WrongArguments)
      return this.refused(call, { reason: "tool_error", message: args.message, op: tool.name });
    const address = {
      run: turn.runId,
      turn: turn.number,
      path: [{ native: index }],
      ordinal: 0,
    };
    const begun = turn.toolRunner.begin(tool.name, args, address);
    if (begun === undefined) return this.unknown(call);
    try {
      const answer = await raceSignal(turn.signal, () => begun.execute(turn.signal));
      const record = begun.succeeded(answer);
      return { part: this.part(call, this.answers.shown(tool.name, args, answer)), record };
    } catch (error) {
      const record = begun.failed(error);
      const fail = callFail(error, `tool ${tool.name}: ${record.error}`, tool.name);
      return {
        ...this.refused(call, fail),
        record,
        ...(endsRun(fail.details?.kind) ? { endsRun: true } : {}),
      };
    }
  }

  /** Finds a tool by its provider name, or by the name that the agent gave it. */
  private toolOf(name: string): NativeTool | undefined {
    return this.tools.get(name) ?? [...this.tools.values()].find((tool) => tool.name === name);
  }

  private unknown(call: ToolCallPart): CallResult {
    const name = shownName(call.toolName.slice(0, 60));
    const names = [...this.tools.keys()];
    const near = didYouMean(call.toolName, names);
    const message = this.ofPrograms.has(call.toolName)
      ? `only programs can call ${name}: call ${programToolName} with a program that contains (tool/${call.toolName} {…})`
      : `there is no tool ${name}${near === undefined ? `; ${names.length === 0 ? "no tools exist" : `known: ${names.slice(0, 30).join(", ")}`}` : `: ${near}`}`;
    return this.refused(call, { reason: "tool_not_found", message, op: name });
  }

  private tooMany(call: ToolCallPart): CallResult {
    return this.refused(call, {
      reason: "tool_error",
      message: `the call was not made: a reply can make at most ${String(mostCalls)} calls`,
    });
  }

  /** Returns the result of a refused or failed call. */
  refused(call: ToolCallPart, fail: Fail): CallResult {
    const output = dataEnvelope("error", fail.message, this.mission.log.firewall);
    return { part: { ...this.part(call, { output }), isError: true }, fail };
  }

  private part({ toolCallId, toolName }: ToolCallPart, answer: NativeAnswer): ToolResultPart {
    return { type: "tool-result", toolCallId, toolName: historyName(toolName), ...answer };
  }
}

function argumentsOf(input: unknown): ToolArguments | WrongArguments {
  try {
    return nativeArguments(input);
  } catch (error) {
    if (error instanceof WrongArguments) return error;
    throw error;
  }
}
