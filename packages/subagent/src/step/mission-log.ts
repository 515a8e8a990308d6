// The record of a mission so far: conversation, turns, memory and usage. The loop and the mode
// write it, and the step is created from it.

import type { Clock, Fail, ParallelCallRecord } from "@ptc/core/contracts";
import { addRunUsage, nothingUsed, timesOf } from "@ptc/core/internal/contracts";
import type { JournalEntries } from "@ptc/core/internal/journal";
import type { Firewall } from "@ptc/core/firewall";
import type { Value } from "@ptc/core/values";
import { recordOf } from "@ptc/core/internal/values";
import type { ModelMessage, ModelUsage } from "@ptc/llm";
import { addUsage, presentFields } from "@ptc/llm/adapter";
import type { LispStep, Memory } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import type { CompactionUsage } from "./compaction-usage.ts";
import {
  hiddenInReturn,
  markedCache,
  markedSummaries,
  recordKey,
} from "../firewall/hidden-values.ts";
import { shownResult } from "../preview/shown-result.ts";
import { stepMessage, tracedMessage, type StepMessage } from "./step-message.ts";
import { addSpent, spentByChildren } from "./spent.ts";
import type {
  ChildStep,
  FailedMission,
  MissionUsage,
  SpentByMissions,
  StepTool,
  SuccessfulMission,
  Turn,
} from "./step.ts";

const historyLength = 3;
const listedWarnings = 50;

/**
 * The record of a turn without its number, its memory and the messages that were sent to the
 * model.
 */
export type TurnRecord = Omit<Turn, "number" | "memory" | "messages">;

/** The data needed to create a log. */
export interface MissionLogOptions {
  readonly traceId: string;
  /** The first part of the addresses of the mission's effects. */
  readonly runId: string;
  /** The summaries of an earlier run. */
  readonly summaries: Readonly<Record<string, string>>;
  /** True for a question of a model tool, whose answer isn't a turn. */
  readonly isQuestion?: boolean;
  /** The trace id of the mission that started this one. */
  readonly parentTraceId: string | undefined;
  readonly memory: Memory;
  readonly journal: JournalEntries | undefined;
  readonly collectMessages: boolean;
  readonly clock: Clock;
  readonly firewall: Firewall;
  /** The cached results of tools so far. */
  readonly toolCache: { readonly stored: Readonly<Record<string, unknown>> };
  /** The child missions that tools have run so far. */
  readonly children: { readonly inOrder: (traceIds: readonly string[]) => readonly ChildStep[] };
}

export class MissionLog {
  readonly traceId: string;
  memory: Memory;
  /** The prompt as sent to the model, with its placeholders filled in. */
  prompt: string | undefined = undefined;
  /** Values of the last successful programs, newest first. */
  history: readonly Value[] = [];
  /**
   * The summaries that `step-done` reported, here or in an earlier run, by id, ordered by first
   * report.
   */
  readonly summaries: Map<string, string>;
  /**
   * The values of successful programs as host data, except nil and definitions. The newest is
   * last.
   */
  readonly values: unknown[] = [];
  /** The compaction usage so far. Undefined if compaction is off. */
  compaction: CompactionUsage | undefined = undefined;
  /** Hides firewalled values from models. */
  readonly firewall: Firewall;
  private readonly agent: Agent;
  private readonly journal: JournalEntries | undefined;
  private readonly parentTraceId: string | undefined;
  private readonly collectsMessages: boolean;
  private readonly toolCache: MissionLogOptions["toolCache"];
  private readonly children: MissionLogOptions["children"];
  private readonly clock: Clock;
  private readonly timestamp: number;
  private readonly startedAt: number;
  private readonly runId: string;
  private readonly isQuestion: boolean;
  private conversation: ModelMessage[] = [];
  private readonly turnRecords: Turn[] = [];
  private readonly parallelCalls: ParallelCallRecord[] = [];
  private readonly warnings: string[] = [];
  private warningCount = 0;
  private requests = 0;
  private tokens: ModelUsage | undefined;
  private cost: number | undefined;
  private schema: Pick<MissionUsage, "schemaUsed" | "schemaBytes"> = {};
  private spent = nothingUsed;

  constructor(
    agent: Agent,
    {
      traceId,
      parentTraceId,
      memory,
      journal,
      clock,
      collectMessages,
      firewall,
      toolCache,
      children,
      runId,
      summaries,
      isQuestion = false,
    }: MissionLogOptions,
  ) {
    this.agent = agent;
    this.firewall = firewall;
    this.memory = memory;
    this.journal = journal;
    this.collectsMessages = collectMessages;
    this.toolCache = toolCache;
    this.children = children;
    this.traceId = traceId;
    this.parentTraceId = parentTraceId;
    this.clock = clock;
    this.timestamp = clock.now();
    this.startedAt = clock.monotonic();
    this.runId = runId;
    this.isQuestion = isQuestion;
    this.summaries = new Map(Object.entries(summaries));
  }

  get messages(): readonly ModelMessage[] {
    return [...this.conversation];
  }

  /** The last turn. Undefined before the first. */
  get lastTurn(): Turn | undefined {
    return this.turnRecords.at(-1);
  }

  get turnCount(): number {
    return this.turnRecords.length;
  }

  /** Adds a warning for the developer to the step. */
  warn(warning: string): void {
    this.warningCount += 1;
    if (this.warnings.length < listedWarnings) this.warnings.push(warning);
  }

  /**
   * Adds a message to the conversation. Returns it as added: without firewalled values in tool
   * results.
   */
  say(message: ModelMessage): ModelMessage {
    const entered =
      message.role === "tool"
        ? { ...message, content: message.content.map((part) => shownResult(part, this.firewall)) }
        : message;
    this.conversation.push(entered);
    return entered;
  }

  /** Replaces the conversation with a shorter one. */
  compact(messages: readonly ModelMessage[]): void {
    this.conversation = [...messages];
  }

  /**
   * Records that the answer is JSON with this schema. `isHeld` is true if the provider enforces
   * it, and false if only the prompt shows it.
   */
  usesSchema(isHeld: boolean, schema: string): void {
    this.schema = { schemaUsed: isHeld, schemaBytes: new TextEncoder().encode(schema).length };
  }

  /**
   * Counts a request that was sent, even if it failed, because a failed request may have cost
   * tokens too.
   */
  requested(usage: ModelUsage | undefined, cost: number | undefined): void {
    this.requests += 1;
    if (usage !== undefined)
      this.tokens = this.tokens === undefined ? usage : addUsage(this.tokens, usage);
    if (cost !== undefined) this.cost = (this.cost ?? 0) + cost;
  }

  /** Records a turn. Call it after updating memory. `messages` is what was sent to the model. */
  turn(record: TurnRecord, messages: readonly StepMessage[]): void {
    this.turnRecords.push({
      number: this.turnRecords.length + 1,
      ...record,
      memory: this.memory,
      ...(this.collectsMessages ? { messages } : {}),
    });
  }

  /** Adds up what a program used, even if it failed. */
  spend({
    usage,
    parallelCalls,
    warnings,
  }: Pick<LispStep, "usage" | "parallelCalls" | "warnings">): void {
    this.spent = addRunUsage(this.spent, usage);
    this.parallelCalls.push(...(parallelCalls ?? []));
    for (const warning of warnings ?? []) this.warn(warning);
  }

  /**
   * Stores what a successful program leaves: its memory, its value and the plan items that it
   * reported as done.
   */
  keep(memory: Memory, value: Value, summaries: Readonly<Record<string, string>>): void {
    this.memory = memory.hidingWith(this.firewall);
    this.history = [value, ...this.history].slice(0, historyLength);
    for (const [id, summary] of Object.entries(summaries))
      if (id === recordKey)
        this.warn(`step-done: the id "${id}" is reserved, so its summary was not stored`);
      else this.summaries.set(id, summary);
  }

  /**
   * Returns the step of a successful mission. `partial` is the reason if the mission ended before
   * its answer was complete.
   */
  succeed(value: unknown, partial?: Fail): SuccessfulMission {
    return {
      ok: true,
      return: value,
      ...presentFields({ firewalled: hiddenInReturn(this.firewall, value) }),
      ...this.base(),
      usage: this.usage(),
      ...presentFields({ partial }),
    };
  }

  fail(fail: Fail): FailedMission {
    return { ok: false, fail, ...this.base(), usage: this.usage() };
  }

  /** Returns the step of a mission that is refused before any model request. It has no usage. */
  refuse(fail: Fail): FailedMission {
    return { ok: false, fail, ...this.base() };
  }

  /** Returns the conversation in the form used in steps. */
  stepMessages(): StepMessage[] {
    return this.conversation.map(stepMessage);
  }

  /** Returns the conversation in the form used in traces. */
  tracedMessages(): StepMessage[] {
    return this.conversation.map(tracedMessage);
  }

  private base(): Omit<SuccessfulMission, "ok" | "return" | "usage" | "fail"> {
    const { agent, turnRecords: turns, prompt, journal } = this;
    const toolCalls = turns.flatMap((turn) => turn.toolCalls);
    const childTraces = toolCalls.flatMap((call) => call.childTraceIds ?? []);
    const childSteps = this.children.inOrder(childTraces);
    return {
      memory: this.memory,
      turns: [...turns],
      prints: turns.flatMap((turn) => turn.prints),
      toolCalls,
      parallelCalls: [...this.parallelCalls],
      toolCache: markedCache(this.firewall, this.toolCache.stored),
      summaries: markedSummaries(this.firewall, recordOf(this.summaries)),
      traceId: this.traceId,
      ...presentFields({ parentTraceId: this.parentTraceId }),
      ...(childSteps.length === 0 ? {} : { childSteps }),
      ...(childTraces.length === 0 ? {} : { childTraces }),
      originalPrompt: agent.prompt,
      ...(prompt === undefined ? {} : { prompt }),
      ...(agent.hasSignature ? { signature: agent.signature.text } : {}),
      ...(agent.tools.size === 0
        ? {}
        : {
            tools: recordOf(
              [...agent.tools].map(([name, { description, signature }]): [string, StepTool] => [
                name,
                presentFields({ description, signature }),
              ]),
            ),
          }),
      ...(agent.fieldDescriptions.size === 0
        ? {}
        : { fieldDescriptions: recordOf(agent.fieldDescriptions) }),
      ...(this.collectsMessages ? { messages: this.stepMessages() } : {}),
      // Concurrent missions share the journal, so its current entries are not a result of this one
      // alone.
      ...(journal === undefined || this.parentTraceId !== undefined
        ? {}
        : { journal: journal.record }),
      ...this.listedWarnings(),
    };
  }

  private listedWarnings(): { warnings?: readonly string[] } {
    const omitted = this.warningCount - this.warnings.length;
    if (this.warningCount === 0) return {};
    return {
      warnings:
        omitted === 0 ? [...this.warnings] : [...this.warnings, `and ${String(omitted)} more`],
    };
  }

  private durationMs(): number {
    const { clock, startedAt, timestamp } = this;
    const measured = { timestamp, durationMs: clock.monotonic() - startedAt };
    return timesOf(clock, () => `${this.runId}/mission`, measured).durationMs;
  }

  private usage(): MissionUsage {
    const { inputTokens, outputTokens, cachedInputTokens } = this.tokens ?? {};
    const totalTokens = inputTokens === undefined ? undefined : inputTokens + (outputTokens ?? 0);
    const own: SpentByMissions = {
      ...this.spent,
      durationMs: this.durationMs(),
      turns: this.isQuestion ? 0 : this.turnRecords.length,
      llmRequests: this.requests,
      ...presentFields({
        inputTokens,
        outputTokens,
        totalTokens,
        cachedInputTokens,
        cost: this.cost,
      }),
    };
    const ofMission = { ...this.schema, ...presentFields({ compaction: this.compaction }) };
    const children = spentByChildren(this.children.inOrder([]));
    if (children === undefined) return { ...own, ...ofMission };
    return {
      ...addSpent(own, children),
      durationMs: own.durationMs,
      ...ofMission,
      children,
    };
  }
}
