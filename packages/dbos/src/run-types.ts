// Runs as an application sees them. The shapes are those of `createRuns`, so code that works with
// one works with the other.

import type { PendingCall, WaitingMission } from "@ptc/subagent";
import type { StepJson } from "@ptc/subagent/step-json";

export const runStatuses = ["queued", "running", "waiting", "done", "failed", "cancelled"] as const;

/**
 * The state of a run. `queued` runs wait for a worker, and `waiting` ones for decisions, answers or
 * a time. `done`, `failed` and `cancelled` runs have ended.
 */
export type DurableRunStatus = (typeof runStatuses)[number];

/** A run without its contents, as `list` and `watch` return it. */
export interface DurableRunSummary {
  readonly id: string;
  /** The name of its agent. */
  readonly agent: string;
  readonly status: DurableRunStatus;
  readonly tags: readonly string[];
  /** The version of the application that started the run. */
  readonly appVersion?: string;
  /** Times are in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When it continues without a decision. */
  readonly dueAt?: number;
}

/** The reason why a run can't be continued. Correct the cause, then call `resume(id)`. */
export interface DurableRunFailure {
  /** The problem of the `CheckpointError`, or `agent`, `error` or `attempts`. */
  readonly problem: string;
  readonly message: string;
}

/** A call that waits. `refused` has the reason why the last decision about it didn't fit. */
export type DurableWaitingCall = PendingCall & { readonly refused?: string };

/** A run with its contents. */
export interface DurableRunInfo extends DurableRunSummary {
  /** The calls that wait for a decision, without those that are decided about. */
  readonly pending: readonly DurableWaitingCall[];
  /** The number of times that a worker has begun or continued the run. */
  readonly attempts: number;
  /**
   * The step of a run that has ended, as `stepToJson` writes it. `stepFromJson` of
   * `@ptc/subagent/step-json` reads it.
   */
  readonly step?: StepJson;
  /** Why the run was cancelled. */
  readonly reason?: string;
  /** Present if the run has failed without a step. */
  readonly failure?: DurableRunFailure;
}

export type Checkpoint = WaitingMission["checkpoint"];

const endedStatuses: ReadonlySet<string> = new Set(["done", "failed", "cancelled"]);

export function hasEnded(status: string): boolean {
  return endedStatuses.has(status);
}
