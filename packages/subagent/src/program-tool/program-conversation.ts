// Runs the programs of one conversation, in order if they share memory. Returns a text for the
// model in every case.

import type { Fail } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { presentFields } from "@ptc/llm/adapter";
import { Memory, type FailedStep, type LispStep, type SuccessfulStep } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import { MemoryGuard } from "../bounds/memory-guard.ts";
import { rootScope } from "../bounds/mission-scope.ts";
import { noteDefinitions } from "../firewall/hidden-values.ts";
import { missionFirewall } from "../loop/mission-firewall.ts";
import { missionOptions } from "../loop/mission-options.ts";
import { ToolCache } from "../loop/tool-cache.ts";
import { shortenedValue } from "../preview/shortened-value.ts";
import { Feedback, type NextTurn } from "../prompt/feedback.ts";
import type { MissionCheckpoint } from "../step/mission-checkpoint.ts";
import type { MissionStep } from "../step/step.ts";
import type { ProgramAnswer, ProgramCall, ResumedProgramCall } from "./program-answer.ts";
import type { ProgramMission } from "./program-mission.ts";
import { runProgramPass } from "./program-pass.ts";
import type { ResolvedProgramToolOptions } from "./program-tool-options.ts";
import { waitingText } from "./waiting-text.ts";

const historyLength = 3;

/** Programs are not counted, so there is always a next one. */
const next: NextTurn = { phase: "work", turnsLeft: Infinity, summaries: new Map(), journaled: [] };

export class ProgramConversation {
  private readonly given: ResolvedProgramToolOptions;
  private readonly agent: Agent;
  private readonly keepsMemory: boolean;
  private readonly firewall: Firewall;
  private readonly feedback: Feedback;
  private readonly memoryGuard: MemoryGuard;
  private toolCache = new ToolCache();
  private memory = Memory.empty;
  private history: readonly SuccessfulStep["value"][] = [];
  /** The source of the last program, if it failed. */
  private failed: string | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(given: ResolvedProgramToolOptions) {
    const { agent, host, keepsMemory } = given;
    this.given = given;
    this.agent = agent;
    this.keepsMemory = keepsMemory;
    this.firewall = missionFirewall(agent, missionOptions(host), rootScope);
    this.feedback = new Feedback(agent, this.firewall, "model");
    this.memoryGuard = new MemoryGuard(agent.memoryLimitBytes);
  }

  /** Runs a program after the earlier ones have ended. */
  run(source: string, call: ProgramCall): Promise<ProgramAnswer> {
    return this.inOrder(() => this.answer(source, call));
  }

  /** Continues a program that waits, after the earlier ones have ended. */
  resume(
    source: string,
    checkpoint: MissionCheckpoint,
    call: ResumedProgramCall,
  ): Promise<ProgramAnswer> {
    return this.inOrder(() => this.answer(source, call, checkpoint));
  }

  private inOrder(begin: () => Promise<ProgramAnswer>): Promise<ProgramAnswer> {
    const answer = this.last.then(begin);
    // Only the caller handles a rejection: a checkpoint that doesn't fit, or an error of the host's
    // clock or random source.
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async answer(
    source: string,
    call: ProgramCall & ResumedProgramCall,
    checkpoint?: MissionCheckpoint,
  ): Promise<ProgramAnswer> {
    const { given, firewall, memory, history, toolCache } = this;
    const inputs = { source, firewall, memory, history, toolCache };
    const { pass, ended } = await runProgramPass(given, inputs, call, checkpoint);
    return this.answered(source, pass, ended);
  }

  private answered(source: string, pass: ProgramMission, ended: MissionStep): ProgramAnswer {
    const { agent, firewall } = this;
    const warningsOf = (warnings: readonly string[]): readonly string[] => [
      ...(ended.warnings ?? []),
      ...warnings,
    ];
    if (ended.status === "waiting") {
      const { pending, checkpoint, fail, status } = ended;
      const { step: ran, childSteps, warnings } = pass.resultBefore(pending);
      const text = waitingText(ran.prints, pending, agent, firewall);
      const step = failedStep(ran, fail);
      const state = { status, pending, checkpoint, step };
      return { ok: false, text, fail, ...state, childSteps, warnings: warningsOf(warnings) };
    }
    const { step: ran, childSteps, toolCache, warnings: found } = pass.result;
    const warnings = warningsOf(found);
    this.toolCache = toolCache;
    // A run whose checkpoint can't be written fails, although its program may not have.
    const step = this.judged(ended.ok ? ran : failedStep(ran, ended.fail));
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

/** Returns the step with another fail, or as one that failed. */
export function failedStep(
  { memory, prints, toolCalls, parallelCalls, usage, warnings }: LispStep,
  fail: Fail,
): FailedStep {
  return {
    ok: false,
    fail,
    memory,
    summaries: {},
    prints,
    toolCalls,
    usage,
    ...presentFields({ parallelCalls, warnings }),
  };
}
