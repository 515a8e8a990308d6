// Runs the programs of one conversation, in order if they share memory. Returns a text for the
// model in every case.

import { TraceScope } from "@ptc/core/contracts";
import { randomHexId } from "@ptc/core/internal/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { presentFields } from "@ptc/llm/adapter";
import { Memory, run as runProgram, type LispStep, type SuccessfulStep } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import { MemoryGuard } from "../bounds/memory-guard.ts";
import { rootScope } from "../bounds/mission-scope.ts";
import { namedFail } from "../bounds/tool-calls.ts";
import { noteDefinitions } from "../firewall/hidden-values.ts";
import { missionFirewall } from "../loop/mission-firewall.ts";
import { missionOptions, type MissionOptions } from "../loop/mission-options.ts";
import { ToolCache } from "../loop/tool-cache.ts";
import { shortenedValue } from "../preview/shortened-value.ts";
import { Feedback, type NextTurn } from "../prompt/feedback.ts";
import type { ProgramAnswer, ProgramCall } from "./program-answer.ts";
import { ProgramTools } from "./program-tools.ts";

const historyLength = 3;

/** Programs are not counted, so there is always a next one. */
const next: NextTurn = { phase: "work", turnsLeft: Infinity, summaries: new Map(), journaled: [] };

export class ProgramConversation {
  private readonly agent: Agent;
  private readonly host: MissionOptions;
  private readonly keepsMemory: boolean;
  private readonly firewall: Firewall;
  private readonly feedback: Feedback;
  private readonly memoryGuard: MemoryGuard;
  private readonly toolCache = new ToolCache();
  private memory = Memory.empty;
  private history: readonly SuccessfulStep["value"][] = [];
  /** The source of the last program, if it failed. */
  private failed: string | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(agent: Agent, host: MissionOptions, keepsMemory: boolean) {
    this.agent = agent;
    this.host = host;
    this.keepsMemory = keepsMemory;
    this.firewall = missionFirewall(agent, missionOptions(host), rootScope);
    this.feedback = new Feedback(agent, this.firewall, "model");
    this.memoryGuard = new MemoryGuard(agent.memoryLimitBytes);
  }

  /** Runs a program after the earlier ones have ended. */
  run(source: string, call: ProgramCall): Promise<ProgramAnswer> {
    const answer = this.last.then(() => this.answer(source, call));
    // Only the caller handles a rejection, which comes from the host's clock or random source.
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async answer(source: string, call: ProgramCall): Promise<ProgramAnswer> {
    const { agent, firewall } = this;
    const options = missionOptions({ ...this.host, ...presentFields({ signal: call.signal }) });
    const { sink, clock, random, signal } = options;
    const traceId = randomHexId(random.stream("trace"), 32);
    const tools = new ProgramTools(agent, {
      options,
      firewall,
      traceId,
      toolCache: this.toolCache,
    });
    const ran = await runProgram(source, {
      tools: tools.callable,
      limits: agent.limits,
      chargeToolTime: agent.chargeToolTime,
      memory: this.memory,
      history: this.history,
      trace: new TraceScope({
        sink,
        clock,
        random: random.stream("spans"),
        traceId,
        firewall,
        agent: agent.name,
      }),
      runId: call.runId ?? traceId,
      clock,
      random: random.stream("program 1"),
      hideFirewalled: true,
      lastValue: { count: agent.format.feedbackLimit },
      firewall,
      budget: tools.budget,
      ...presentFields({ signal }),
    });
    await tools.settled();
    const step = this.judged(ran.ok ? ran : { ...ran, fail: namedFail(ran.fail, tools.calls) });
    const { childSteps, warnings } = tools;
    if (step.ok) return { ok: true, text: this.afterValue(step), step, childSteps, warnings };
    const isRepeated = this.keepsMemory && this.failed === source;
    this.failed = source;
    const text = this.feedback.afterFail(step, isRepeated, next);
    return { ok: false, text, fail: step.fail, step, childSteps, warnings };
  }

  /** Returns the step, or a failed one if its memory exceeds the limit. */
  private judged(step: LispStep): LispStep {
    if (!step.ok || !this.keepsMemory || step.memory === this.memory) return step;
    const fail = this.memoryGuard.check(step.memory);
    if (fail === undefined) return step;
    const { prints, toolCalls, usage } = step;
    return { ok: false, fail, memory: this.memory, summaries: {}, prints, toolCalls, usage };
  }

  private afterValue(step: SuccessfulStep): string {
    this.failed = undefined;
    // Without memory, later programs read nothing, so definitions and warnings are omitted.
    if (!this.keepsMemory)
      return this.feedback.afterValue({ ...step, warnings: [] }, [], undefined, next);
    const before = this.memory;
    const changed = [...step.memory.names()].filter(
      (name) => before.get(name) !== step.memory.get(name),
    );
    noteDefinitions(this.firewall, step.memory);
    this.memory = step.memory;
    this.history = [this.historyValue(step), ...this.history].slice(0, historyLength);
    return this.feedback.afterValue(step, changed, undefined, next);
  }

  private historyValue({ value }: SuccessfulStep): SuccessfulStep["value"] {
    const { historyMaxBytes } = this.agent.format;
    const shortened = shortenedValue(value, { maxBytes: historyMaxBytes });
    return shortened.truncated ? shortened.value : value;
  }
}
