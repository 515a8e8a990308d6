// One program of a program tool as a mission without a model. It runs at once, or in passes if its
// calls wait, as a compiled agent does.

import { TraceScope, type StandardSchema } from "@ptc/core/contracts";
import { effectAddressText, randomHexId } from "@ptc/core/internal/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { presentFields } from "@ptc/llm/adapter";
import { run as runProgram, type LispStep, type PendingCall, type SuccessfulStep } from "@ptc/lisp";
import { allowedProgram } from "../loop/policed-calls.ts";
import type { Agent } from "../agent/agent.ts";
import { Place, clockIn } from "../bounds/place.ts";
import { namedFail } from "../bounds/tool-calls.ts";
import type { ResolvedMissionOptions } from "../loop/mission-options.ts";
import type { ToolCache } from "../loop/tool-cache.ts";
import type { ChildStep, MissionStep } from "../step/step.ts";
import type { RunningMission } from "../waiting/prepared-mission.ts";
import { ProgramTools } from "./program-tools.ts";

export interface ProgramMissionParts {
  readonly agent: Agent;
  readonly source: string;
  readonly options: ResolvedMissionOptions;
  readonly firewall: Firewall;
  readonly history: readonly SuccessfulStep["value"][];
  /** The results of earlier programs. Each pass begins with them. */
  readonly toolCache: ToolCache;
  /** The first part of the ids of its calls. Default: the id of its trace. */
  readonly runId: string | undefined;
  /** Validates the returned value. */
  readonly returns?: StandardSchema | undefined;
}

/** The result of a program. */
export interface RanProgram {
  readonly step: LispStep;
  readonly toolCache: ToolCache;
  readonly childSteps: readonly ChildStep[];
  readonly warnings: readonly string[];
}

export class ProgramMission implements RunningMission {
  readonly turnCount = 0;
  readonly toolCache: ToolCache;
  private readonly parts: ProgramMissionParts;
  private readonly traceId: string;
  private readonly place: Place | undefined;
  private readonly tools: ProgramTools;
  private ended: LispStep | undefined = undefined;

  constructor(parts: ProgramMissionParts) {
    const { agent, options, firewall, toolCache } = parts;
    const { activity } = options.effects;
    this.parts = parts;
    this.traceId = randomHexId(options.random.stream("trace"), 32);
    this.toolCache = toolCache.copy();
    this.place = activity === undefined ? undefined : new Place({ activity, clock: options.clock });
    this.tools = new ProgramTools(agent, {
      options,
      firewall,
      traceId: this.traceId,
      toolCache: this.toolCache,
      place: this.place,
    });
  }

  /** The result of the pass, once it is over. */
  get result(): RanProgram {
    const { ended: step, toolCache, tools } = this;
    if (step === undefined) throw new TypeError("the program hasn't run");
    return { step, toolCache, childSteps: tools.childSteps, warnings: tools.warnings };
  }

  /** The result of a pass that waits: what has ended before these calls. */
  resultBefore(pending: readonly PendingCall[]): RanProgram {
    const { step, childSteps, ...rest } = this.result;
    const hasEnded = ({ error, address }: LispStep["toolCalls"][number]): boolean =>
      error === undefined || !isAbove(effectAddressText(address), pending);
    const toolCalls = step.toolCalls.filter(hasEnded);
    const omitted = step.toolCalls.length - toolCalls.length;
    const { usage } = step;
    const traceIds = new Set(toolCalls.flatMap((call) => call.childTraceIds ?? []));
    return {
      ...rest,
      step: { ...step, toolCalls, usage: { ...usage, toolCalls: usage.toolCalls - omitted } },
      childSteps: childSteps.filter((child) => traceIds.has(child.step.traceId)),
    };
  }

  async run(): Promise<MissionStep> {
    const { parts, tools, place, traceId } = this;
    const { agent, source, options, firewall, history, runId = traceId, returns } = parts;
    const { sink, clock, random, signal, observer, memory, context } = options;
    const trace = new TraceScope({
      sink,
      clock,
      random: random.stream("spans"),
      traceId,
      firewall,
      agent: agent.name,
    });
    const { firewall: allowed } = options;
    observer?.begin({
      ...options,
      runId,
      seed: random.seed,
      allowed,
      firewall,
      trace,
      libraries: agent.libraries?.versions,
    });
    const program = {
      tools: tools.callable,
      limits: agent.limits,
      chargeToolTime: agent.chargeToolTime,
      context,
      memory,
      history,
      trace,
      runId,
      clock: clockIn(place, clock),
      random: random.stream("program 1"),
      hideFirewalled: true,
      lastValue: { count: agent.format.feedbackLimit },
      firewall,
      budget: tools.budget,
      ...(options.effects.computesAtOnce ? { yieldMs: Infinity } : {}),
      ...presentFields({ signal, activity: place, returns, libraries: agent.libraries }),
    };
    const ran = await allowedProgram(tools.policy, place, source, program, () =>
      runProgram(source, program),
    );
    await tools.settled();
    this.ended = ran.ok ? ran : { ...ran, fail: namedFail(ran.fail, tools.calls) };
    const step = missionStep(this.ended, { agent, traceId });
    observer?.end(step);
    return step;
  }
}

/** True for the id of a pending call, and of a call whose mission contains one. */
function isAbove(id: string, pending: readonly PendingCall[]): boolean {
  return pending.some((call) => call.id === id || call.id.startsWith(`${id}/`));
}

/** Returns the step in the form of a mission. */
function missionStep(
  step: LispStep,
  { agent, traceId }: { readonly agent: Agent; readonly traceId: string },
): MissionStep {
  const { memory, prints, toolCalls } = step;
  const base = {
    memory,
    prints,
    toolCalls,
    turns: [],
    parallelCalls: step.parallelCalls ?? [],
    toolCache: {},
    summaries: {},
    traceId,
    originalPrompt: agent.prompt,
  };
  if (!step.ok) return { ...base, ok: false, fail: step.fail };
  const usage = { ...step.usage, turns: 0, llmRequests: 0 };
  return { ...base, ok: true, return: step.return, usage };
}
