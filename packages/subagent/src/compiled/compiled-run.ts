// Runs a compiled program as a mission of its agent: with its tools, limits, firewall, journal and
// trace, but without a model. Agents and models that are tools work as usual.

import type { Fail, Tool, TraceScope } from "@ptc/core/contracts";
import { isThenable } from "@ptc/core/internal/contracts";
import type { Program } from "@ptc/lisp";
import { wrappedTool, type ToolWrapper } from "@ptc/lisp/internal";
import { presentFields } from "@ptc/llm/adapter";
import { validateInputAs } from "@ptc/signature/internal";
import type { Agent } from "../agent/agent.ts";
import { Deadline } from "../bounds/deadline.ts";
import { scopeAfterFail } from "../bounds/fail-firewalls.ts";
import { rootScope } from "../bounds/mission-scope.ts";
import { inputFail } from "../loop/prepare-prompt.ts";
import { missionFrame, type StartResult } from "../loop/mission-frame.ts";
import {
  missionOptions,
  type GivenMissionOptions,
  type ResolvedMissionOptions,
} from "../loop/mission-options.ts";
import { missionParts, type MissionParts } from "../loop/mission-parts.ts";
import { runChild } from "../loop/mission-run.ts";
import { modeTurn } from "../loop/mission-turn.ts";
import { checkedAnswer } from "../step/checked-answer.ts";
import { mismatchFail } from "../step/mismatch-fail.ts";
import type { MissionStep } from "../step/step.ts";
import type { PreparedMission } from "../waiting/prepared-mission.ts";
import { driftsOf } from "./data-contract.ts";
import type { DataShape } from "./data-shape.ts";

/** The reaction to data that differs from the samples; see `CompiledRunOptions.onDrift`. */
export type OnDrift = "fail" | "warn";

/** The program to run, and its agent. */
export interface CompiledProgram {
  readonly agent: Agent;
  readonly source: string;
  readonly data: DataShape;
  /**
   * Returns the program, parsed and analyzed once for all runs. Undefined if the program is
   * invalid.
   */
  readonly prepared: (tools: readonly string[]) => Promise<Program | undefined>;
}

/** The context of a run that can begin. */
interface Data {
  readonly context: Readonly<Record<string, unknown>>;
}

/** Returns the run of a program as a mission. @throws OptionError */
export function compiledMission(
  program: CompiledProgram,
  options: GivenMissionOptions,
  onDrift: OnDrift,
  refused?: Fail,
): PreparedMission {
  const { agent, source } = program;
  return {
    agent,
    options: missionOptions(options),
    definition: source,
    begin: (begun) => ({
      turnCount: 0,
      run: () => runCompiled(program, begun, onDrift, refused),
    }),
  };
}

async function runCompiled(
  program: CompiledProgram,
  options: ResolvedMissionOptions,
  onDrift: OnDrift,
  refused: Fail | undefined,
): Promise<MissionStep> {
  const { agent } = program;
  const parts = missionParts(
    agent,
    options,
    scopeAfterFail(rootScope, refused),
    (caller, args, call) => runChild(agent, { args, call, caller }, caller.scope(call)),
  );
  return await missionFrame(
    parts,
    () => (refused === undefined ? begun(parts, program, onDrift) : { ok: false, fail: refused }),
    (data, trace) => work(parts, program, { ...data, onDrift }, trace),
  );
}

function begun(
  { agent, options, log, firewall }: MissionParts,
  { data: shape }: CompiledProgram,
  onDrift: OnDrift,
): StartResult<Data> {
  const fitting = validateInputAs(agent.signature, options.context, agent.validation, {
    takesBigints: true,
  });
  if (!fitting.ok) return { ok: false, fail: inputFail(fitting) };
  for (const warning of fitting.warnings ?? []) log.warn(`context: ${warning}`);
  const context = fitting.value as Data["context"];
  const { drifts, isWhole } = driftsOf(shape, context, { hides: (name) => firewall.hides(name) });
  if (!isWhole) log.warn("the context is too large to be fully compared with the samples");
  if (drifts.length === 0) return { ok: true, context };
  const messages = drifts.map(({ path, problem }) => `data/${path} ${problem}`);
  if (onDrift === "fail") return { ok: false, fail: driftFail(messages) };
  for (const message of messages) log.warn(message);
  return { ok: true, context };
}

function driftFail(messages: readonly string[]): Fail {
  const [first = "", ...others] = messages;
  return {
    reason: "data_drift",
    message: `the data doesn't match the samples the program was compiled with: ${first}`,
    details: {
      kind: "data_drift",
      errors: others.map((message) => ({ reason: "data_drift", message })),
      hint: 'compile it again with a sample of this kind, or run it with onDrift: "warn"',
    },
  };
}

async function work(
  parts: MissionParts,
  { source, data, prepared: prepare }: CompiledProgram,
  { context, onDrift }: Data & { readonly onDrift: OnDrift },
  trace: TraceScope,
): Promise<MissionStep> {
  const { agent, options, log, turns } = parts;
  const deadline = new Deadline({
    timeoutMs: agent.missionTimeoutMs,
    above: undefined,
    ...options,
    place: parts.place,
  });
  parts.shared = { deadline, ...presentFields({ llm: options.llm ?? agent.llm }) };
  const number = turns.take();
  const span = trace.start("turn", () => ({ turn: number, turnsLeft: 0 }));
  try {
    const prepared = await prepare(Object.keys(parts.programTools));
    const turnWork = { context, deadline, prepared };
    const { programTools, fail: drift } = withComparedResults(parts, data, onDrift);
    const turnParts = { ...parts, programTools };
    const step = await modeTurn(turnParts, turnWork, span.scope, true).evaluate(source);
    await parts.children.settled();
    const { prints, toolCalls } = step;
    const turn = { rawResponse: source, program: source, prints, toolCalls };
    const answer =
      step.ok && drift() === undefined ? await checkedAnswer(agent, step.return) : undefined;
    if (step.ok && answer?.ok === true) {
      log.turn({ ...turn, ok: true, result: step.return }, []);
      span.end({ turn: number, ok: true, done: true });
      return log.succeed(answer.value);
    }
    const fail =
      deadline.fail ??
      drift() ??
      (step.ok ? (answer?.ok === false ? mismatchFail(answer) : noAnswer) : step.fail);
    log.turn({ ...turn, ok: false, fail }, []);
    span.end({ turn: number, ok: false, done: true, fail });
    return log.fail(fail);
  } finally {
    span.end({ turn: number, ok: false, done: true });
    deadline.stop();
  }
}

/**
 * Returns the tools that the program may call. Each compares the texts of its results with the
 * samples; with `onDrift: "fail"`, a call with a new text fails. `fail` returns the failure of the
 * run in this case, even if the program caught that of the call.
 */
function withComparedResults(
  { programTools, firewall, log }: MissionParts,
  { tools = [] }: DataShape,
  onDrift: OnDrift,
): Pick<MissionParts, "programTools"> & { readonly fail: () => Fail | undefined } {
  const shapes = new Map(tools);
  let fail: Fail | undefined;
  const compare = (name: string, shape: DataShape, result: unknown): unknown => {
    const options = { hides: (field: string) => firewall.hides(field), onlyTexts: true };
    const messages = driftsOf(shape, result, options).drifts.map(
      ({ path, problem }) =>
        `the result of tool/${name}${path === "" ? "" : ` at ${path}`} ${problem}`,
    );
    if (messages.length === 0) return result;
    if (onDrift === "fail") {
      fail ??= driftFail(messages);
      throw new TypeError(messages[0]);
    }
    for (const message of messages) log.warn(message);
    return result;
  };
  const compared = Object.entries(programTools).map(([name, tool]): [string, Tool] => {
    const shape = shapes.get(name);
    if (shape === undefined) return [name, tool];
    const check: ToolWrapper = (inner) => (args, call) => {
      const result: unknown = inner(args, call);
      return isThenable(result)
        ? Promise.resolve(result).then((settled) => compare(name, shape, settled))
        : compare(name, shape, result);
    };
    return [name, wrappedTool(name, tool, [check])];
  });
  return { programTools: Object.fromEntries(compared), fail: () => fail };
}

const noAnswer: Fail = { reason: "validation_error", message: "the program returned no answer" };
