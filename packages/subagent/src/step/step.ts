// The step a mission ends in, and the record of its turns. What the table of a field calls unset is
// absent; `return` alone may be null.

import type { Fail, ParallelCallRecord, RunUsage, ToolCallRecord } from "@ptc/core/contracts";
import type { Memory } from "@ptc/lisp";
import type { StepMessage } from "./step-message.ts";

/** One answer of the model and what became of it. */
export interface Turn {
  /** From 1. */
  readonly number: number;
  /** The answer as it came, thinking included. */
  readonly rawResponse: string;
  /** The program in the answer; absent when there was not exactly one. */
  readonly program?: string;
  readonly ok: boolean;
  /** What the program ended with; absent when it failed. */
  readonly result?: unknown;
  readonly fail?: Fail;
  readonly prints: readonly string[];
  readonly toolCalls: readonly ToolCallRecord[];
  /** Memory after the turn. */
  readonly memory: Memory;
  /** What the model was sent. With the option `collectMessages`. */
  readonly messages?: readonly StepMessage[];
}

/**
 * What a mission used: the sums over its programs and requests. Counts of tokens are absent when no
 * model told them.
 */
export interface MissionUsage extends RunUsage {
  readonly turns: number;
  /** Requests to the model, those that failed included. */
  readonly llmRequests: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly totalTokens?: number;
  /** Input that the provider read from its cache: a part of `inputTokens`. */
  readonly cachedInputTokens?: number;
}

/** What the model was told of a tool. */
export interface StepTool {
  readonly description?: string;
  readonly signature?: string;
}

interface StepBase {
  /** What programs defined; after a failure what was there before the turn that failed. */
  readonly memory: Memory;
  readonly turns: readonly Turn[];
  /** Of all turns, in order. */
  readonly prints: readonly string[];
  readonly toolCalls: readonly ToolCallRecord[];
  readonly parallelCalls: readonly ParallelCallRecord[];
  /**
   * Answers of tools with `cache: true`, by name and arguments. Give it to a later run to go on
   * with them.
   */
  readonly toolCache: Readonly<Record<string, unknown>>;
  /** What `step-done` reported, by step. */
  readonly summaries: Readonly<Record<string, string>>;
  /** 32 hex digits. */
  readonly traceId: string;
  /** The trace of the mission that started this one; absent when none did. */
  readonly parentTraceId?: string;
  /** The mission as the model read it; absent when it could not be made of the template. */
  readonly prompt?: string;
  /** The mission as the agent has it, with its placeholders. */
  readonly originalPrompt: string;
  /** The contract as text; absent when the agent has none. */
  readonly signature?: string;
  /** Absent when the agent has none. */
  readonly tools?: Readonly<Record<string, StepTool>>;
  /** Absent when the agent has none. */
  readonly fieldDescriptions?: Readonly<Record<string, string>>;
  /**
   * The conversation, in a state that a next request accepts. With the option `collectMessages`.
   */
  readonly messages?: readonly StepMessage[];
  /** Results of tasks by id. With the option `journal`. */
  readonly journal?: Readonly<Record<string, unknown>>;
  /**
   * For the developer: arguments that were taken as something else, what did not fit where that
   * only warns. Absent when there is nothing to say.
   */
  readonly warnings?: readonly string[];
}

export interface SuccessfulMission<Return = unknown> extends StepBase {
  readonly ok: true;
  readonly return: Return;
  readonly usage: MissionUsage;
}

export interface FailedMission extends StepBase {
  readonly ok: false;
  readonly fail: Fail;
  /** Absent when the mission was refused before a model was asked. */
  readonly usage?: MissionUsage;
}

export type MissionStep<Return = unknown> = SuccessfulMission<Return> | FailedMission;
