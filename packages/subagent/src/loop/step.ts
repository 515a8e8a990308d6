// The step a mission ends in, and the record of its turns.

import type { Fail, RunUsage, ToolCallRecord } from "@ptc/core/contracts";
import type { ModelMessage } from "@ptc/llm";
import type { Memory } from "@ptc/lisp";

/** One answer of the model and what became of it. */
export interface Turn {
  /** From 1. */
  readonly number: number;
  readonly rawResponse: string;
  /** The program in the answer; absent when there was not exactly one. */
  readonly program?: string;
  readonly ok: boolean;
  readonly result?: unknown;
  readonly fail?: Fail;
  readonly prints: readonly string[];
  readonly toolCalls: readonly ToolCallRecord[];
}

/** What a mission used: the sums over its programs and requests. Tokens are absent when no model counted them. */
export interface MissionUsage extends RunUsage {
  readonly turns: number;
  readonly llmRequests: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly totalTokens?: number;
}

interface StepBase {
  readonly memory: Memory;
  readonly turns: readonly Turn[];
  readonly prints: readonly string[];
  readonly toolCalls: readonly ToolCallRecord[];
  readonly usage: MissionUsage;
  /** The contract of the answer, as text. */
  readonly signature: string;
  /** 32 hex digits. */
  readonly traceId: string;
  /** The conversation, ready to be continued: it always ends in a state a next request accepts. */
  readonly messages: readonly ModelMessage[];
  /** For the developer: arguments that were taken as something else, what did not fit where that only warns. Absent when there is nothing to say. */
  readonly warnings?: readonly string[];
}

export interface SuccessfulMission<Return = unknown> extends StepBase {
  readonly ok: true;
  readonly return: Return;
}

export interface FailedMission extends StepBase {
  readonly ok: false;
  readonly fail: Fail;
}

export type MissionStep<Return = unknown> = SuccessfulMission<Return> | FailedMission;
