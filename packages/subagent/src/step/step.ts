// The step, which is the result of a mission, and the record of its turns. A field without a value
// is absent; only `return` may be null.

import type { HiddenParts } from "@ptc/core/firewall";
import type {
  EffectAddress,
  Fail,
  ParallelCallRecord,
  RunUsage,
  ToolCallRecord,
} from "@ptc/core/contracts";
import type { Memory } from "@ptc/lisp";
import type { CompactionUsage } from "./compaction-usage.ts";
import type { MissionCheckpoint, PendingCall } from "./mission-checkpoint.ts";
import type { StepMessage } from "./step-message.ts";

/** One turn: a response of the model and its outcome. */
export interface Turn {
  /** The number of the turn, from 1. */
  readonly number: number;
  /** The model's whole response, including its thinking. */
  readonly rawResponse: string;
  /** The program in the response. Absent if there was not exactly one. */
  readonly program?: string;
  readonly ok: boolean;
  /** The value of the program. Absent if it failed. */
  readonly result?: unknown;
  readonly fail?: Fail;
  readonly prints: readonly string[];
  readonly toolCalls: readonly ToolCallRecord[];
  /** The memory after the turn. */
  readonly memory: Memory;
  /**
   * The messages that were sent to the model; after a compaction, the shortened ones. Present with
   * the option `collectMessages`.
   */
  readonly messages?: readonly StepMessage[];
}

/**
 * The usage of missions, summed over their programs and requests. Only `peakMemoryBytes` is a
 * maximum. Token counts are absent if no model reported them.
 */
export interface SpentByMissions extends RunUsage {
  /**
   * The number of turns, including those of child agents. Answers to the questions of `llmTool` and
   * `llmQuery` aren't turns; `llmRequests` counts them.
   */
  readonly turns: number;
  /** The number of model requests, including failed ones. */
  readonly llmRequests: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly totalTokens?: number;
  /** Input tokens that the provider read from its cache. They are included in `inputTokens`. */
  readonly cachedInputTokens?: number;
  /** The cost, in the unit of the run's option `price`. Absent without it. */
  readonly cost?: number;
}

/**
 * The usage of a mission, including its child missions. `durationMs` is that of the mission
 * itself.
 */
export interface MissionUsage extends SpentByMissions {
  /**
   * True if requests carried the JSON Schema of the answer for the provider to enforce. False if
   * the prompt shows it. Absent if the model does not answer in JSON itself.
   */
  readonly schemaUsed?: boolean;
  /** The size of that schema in bytes. */
  readonly schemaBytes?: number;
  /** The usage of the option `compaction`. Absent if it is off. */
  readonly compaction?: CompactionUsage;
  /** The part of the usage that child missions caused. Absent without child missions. */
  readonly children?: SpentByMissions;
}

/** A mission that a tool ran, with the address of the call. */
export interface ChildStep {
  readonly tool: string;
  readonly address: EffectAddress;
  readonly step: MissionStep;
}

/** The description of a tool that was sent to the model. */
export interface StepTool {
  readonly description?: string;
  readonly signature?: string;
}

interface StepBase {
  /** The definitions of programs. After a failure, those from before the turn that failed. */
  readonly memory: Memory;
  readonly turns: readonly Turn[];
  /** The prints of the programs of all turns, in order. */
  readonly prints: readonly string[];
  readonly toolCalls: readonly ToolCallRecord[];
  readonly parallelCalls: readonly ParallelCallRecord[];
  /**
   * Results of tools with `cache: true`, by name and arguments. A later run with this cache does
   * not call the tools again.
   */
  readonly toolCache: Readonly<Record<string, unknown>>;
  /** The summaries that `step-done` reported, by the id of the plan item. */
  readonly summaries: Readonly<Record<string, string>>;
  /** The id of the mission's trace: 32 hex digits. */
  readonly traceId: string;
  /** The trace id of the mission that started this one. Absent if no mission did. */
  readonly parentTraceId?: string;
  /**
   * The child missions that tools ran, in the order of the calls. Their own child missions are in
   * their steps. Absent without child missions.
   */
  readonly childSteps?: readonly ChildStep[];
  /** The trace ids of the missions that tools ran, in the order of the calls. */
  readonly childTraces?: readonly string[];
  /** The prompt as sent to the model. Absent if the template could not be expanded. */
  readonly prompt?: string;
  /** The agent's prompt, with its placeholders. */
  readonly originalPrompt: string;
  /** The signature as text. Absent if the agent has none. */
  readonly signature?: string;
  /** The agent's tools by name. Absent if it has none. */
  readonly tools?: Readonly<Record<string, StepTool>>;
  /** The descriptions of the answer's fields. Absent if the agent has none. */
  readonly fieldDescriptions?: Readonly<Record<string, string>>;
  /**
   * The conversation, ready for another request. After a compaction it is the shortened one, and
   * the `messages` of earlier turns have the rest. Present with the option `collectMessages`.
   */
  readonly messages?: readonly StepMessage[];
  /**
   * Results of tasks by id, including those of child missions. Present with the option `journal`,
   * on the step of the run.
   */
  readonly journal?: Readonly<Record<string, unknown>>;
  /**
   * Warnings for the developer: arguments that were converted to another type, and mismatches that
   * only cause warnings. Absent without warnings.
   */
  readonly warnings?: readonly string[];
}

/** A mission that ended with an answer that matches its signature. */
export interface SuccessfulMission<Return = unknown> extends StepBase {
  readonly ok: true;
  /** Always absent, so that code without `strict` can read it where `ok` is false. */
  readonly fail?: undefined;
  readonly status?: never;
  readonly return: Return;
  /**
   * The positions of firewalled texts in `return`, so that a mission chained onto this step hides
   * them too. Absent without any. It doesn't contain the texts.
   */
  readonly firewalled?: HiddenParts;
  readonly usage: MissionUsage;
  /**
   * Why the mission ended before it was answered. `return` is then the last program's value, and
   * matches the signature. Only set for agents with `onBudgetExceeded: "return-partial"`.
   */
  readonly partial?: Fail;
}

/** A mission that ended without an answer, with the reason. */
export interface FailedMission extends StepBase {
  readonly ok: false;
  readonly status?: never;
  readonly fail: Fail;
  /** The usage of the mission. Absent if it was refused before any model request. */
  readonly usage?: MissionUsage;
}

/**
 * A mission that waits for decisions about calls of tools. Continue it with `resume`. Its turns are
 * those that are complete.
 */
export interface WaitingMission extends StepBase {
  readonly ok: false;
  readonly status: "waiting";
  /** Names the calls. Its reason is `waiting`. */
  readonly fail: Fail;
  /** The usage so far. */
  readonly usage?: MissionUsage;
  /**
   * All calls that can be requested before a decision, including those of child missions, in the
   * order of their requests.
   */
  readonly pending: readonly PendingCall[];
  /** The state of the run, as plain JSON. */
  readonly checkpoint: MissionCheckpoint;
}

/**
 * The result of a mission. `ok` distinguishes success and failure. A mission whose tools need
 * approvals can also wait; `status` is then `waiting`.
 */
export type MissionStep<Return = unknown> =
  SuccessfulMission<Return> | FailedMission | WaitingMission;
