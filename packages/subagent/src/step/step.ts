// The step a mission ends in, and the record of its turns. A field that has no value is absent;
// only `return` may be null.

import type {
  EffectAddress,
  Fail,
  ParallelCallRecord,
  RunUsage,
  ToolCallRecord,
} from "@ptc/core/contracts";
import type { Memory } from "@ptc/lisp";
import type { CompactionUsage } from "./compaction-usage.ts";
import type { StepMessage } from "./step-message.ts";

/** One turn: an answer of the model and its outcome. */
export interface Turn {
  /** The number of the turn; the first is 1. */
  readonly number: number;
  /** The whole answer of the model, including its thinking. */
  readonly rawResponse: string;
  /** The program in the answer; absent when there was not exactly one. */
  readonly program?: string;
  readonly ok: boolean;
  /** The value of the program; absent when it failed. */
  readonly result?: unknown;
  readonly fail?: Fail;
  readonly prints: readonly string[];
  readonly toolCalls: readonly ToolCallRecord[];
  /** Memory after the turn. */
  readonly memory: Memory;
  /**
   * The messages that the model was sent, after a compaction the shortened ones. Present with the
   * option `collectMessages`.
   */
  readonly messages?: readonly StepMessage[];
}

/**
 * What missions used: the sums over their programs and requests. Token counts are absent when no
 * model reported them.
 */
export interface SpentByMissions extends RunUsage {
  /** Answers that were turns, those of models that are tools among them. */
  readonly turns: number;
  /** Requests to the model, including those that failed. */
  readonly llmRequests: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly totalTokens?: number;
  /** Input tokens that the provider read from its cache; they are part of `inputTokens`. */
  readonly cachedInputTokens?: number;
  /** Present where the run was given a `price`, in its unit. */
  readonly cost?: number;
}

/** What a mission used, with the missions below it. `durationMs` is that of the mission itself. */
export interface MissionUsage extends SpentByMissions {
  /**
   * Whether requests carried the JSON Schema of the answer, to which the model was held; false
   * where the prompt shows it. Absent where the answer is no JSON of the model's own.
   */
  readonly schemaUsed?: boolean;
  /** The bytes of that schema. */
  readonly schemaBytes?: number;
  /** What the option `compaction` did; absent where it is not on. */
  readonly compaction?: CompactionUsage;
  /** What of it the missions below used; absent where there were none. */
  readonly children?: SpentByMissions;
}

/** A mission that a tool ran, at the address of the call. */
export interface ChildStep {
  readonly tool: string;
  readonly address: EffectAddress;
  readonly step: MissionStep;
}

/** What the model was told of a tool. */
export interface StepTool {
  readonly description?: string;
  readonly signature?: string;
}

interface StepBase {
  /** What programs defined. After a failure: what was defined before the turn that failed. */
  readonly memory: Memory;
  readonly turns: readonly Turn[];
  /** What the programs of all turns printed, in order. */
  readonly prints: readonly string[];
  readonly toolCalls: readonly ToolCallRecord[];
  readonly parallelCalls: readonly ParallelCallRecord[];
  /**
   * Answers of tools with `cache: true`, by name and arguments. A later run that is given them does
   * not call the tools again.
   */
  readonly toolCache: Readonly<Record<string, unknown>>;
  /** The summaries that `step-done` reported, by the id of the plan item. */
  readonly summaries: Readonly<Record<string, string>>;
  /** The id of the mission's trace: 32 hex digits. */
  readonly traceId: string;
  /** The trace id of the mission that started this one; absent when no mission did. */
  readonly parentTraceId?: string;
  /**
   * The missions that tools ran, in the order of the calls; those below them stand in their steps.
   * Absent where there were none.
   */
  readonly childSteps?: readonly ChildStep[];
  /** The trace ids of the missions that tools ran, in the order of the calls. */
  readonly childTraces?: readonly string[];
  /** The prompt as the model read it; absent when the template could not be expanded. */
  readonly prompt?: string;
  /** The agent's prompt, with its placeholders. */
  readonly originalPrompt: string;
  /** The signature as text; absent when the agent has none. */
  readonly signature?: string;
  /** Absent when the agent has none. */
  readonly tools?: Readonly<Record<string, StepTool>>;
  /** Absent when the agent has none. */
  readonly fieldDescriptions?: Readonly<Record<string, string>>;
  /**
   * The conversation, in a state with which a further request can be sent: after a compaction the
   * shortened one, and `messages` of the turns before it have the rest. Present with the option
   * `collectMessages`.
   */
  readonly messages?: readonly StepMessage[];
  /**
   * Results of tasks by id, those of missions below among them. Present with the option `journal`,
   * on the step of the run.
   */
  readonly journal?: Readonly<Record<string, unknown>>;
  /**
   * Warnings for the developer: arguments that were converted to another type, and mismatches that
   * only warn. Absent when there are none.
   */
  readonly warnings?: readonly string[];
}

/** A mission that ended with an answer, which fits its signature. */
export interface SuccessfulMission<Return = unknown> extends StepBase {
  readonly ok: true;
  readonly return: Return;
  readonly usage: MissionUsage;
  /**
   * Why the mission ended before it was answered: `return` is what its last program had then, and
   * fits the signature. Only agents with `onBudgetExceeded: "return-partial"` answer so.
   */
  readonly partial?: Fail;
}

/** A mission that ended without an answer, and why. */
export interface FailedMission extends StepBase {
  readonly ok: false;
  readonly fail: Fail;
  /** What the mission used; absent when it was refused before a model was asked. */
  readonly usage?: MissionUsage;
}

/** How a mission ended; `ok` tells the two ends apart. */
export type MissionStep<Return = unknown> = SuccessfulMission<Return> | FailedMission;
