// Runs as an application sees them.

import type { RecordSummary } from "@ptc/core/store";
import type { PendingCall } from "@ptc/lisp";
import { RunsError } from "./runs-error.ts";
import type { StepJson } from "../step-json/step-schema.ts";

/**
 * The state of a run. `queued` runs wait for a worker, and `waiting` ones for decisions, answers or
 * a time. `done`, `failed` and `cancelled` runs have ended.
 */
export type RunStatus = (typeof runStatuses)[number];

/** All states of a run. */
export const runStatuses = ["queued", "running", "waiting", "done", "failed", "cancelled"] as const;

export const endedStatuses: readonly RunStatus[] = ["done", "failed", "cancelled"];

/** A run without its contents, as `list` and `watch` return it. */
export interface RunSummary {
  readonly id: string;
  readonly agent: string;
  readonly status: RunStatus;
  readonly tags: readonly string[];
  /** The version of the application that continues the run. */
  readonly appVersion?: string;
  /** Times are in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When a worker continues the run. Absent if it has ended, or only a decision continues it. */
  readonly dueAt?: number;
  /** The worker that has the run, and until when. */
  readonly worker?: { readonly owner: string; readonly until: number };
}

/** Why a run can't be continued. Correct the cause, then call `resume(id)`. */
export interface RunFailure {
  /** The problem of the `CheckpointError` or `StoreError`, or `agent`, `unreadable`, `attempts`. */
  readonly problem: string;
  readonly message: string;
}

/** A call that waits. `refused` has the reason why the last decision about it didn't fit. */
export type WaitingCall = PendingCall & { readonly refused?: string };

/** A run. Firewalled values in its pending calls are hidden. */
export interface RunInfo extends RunSummary {
  /** The calls that wait for a decision, without those that are decided about. */
  readonly pending: readonly WaitingCall[];
  /** The number of times that a worker has begun or continued the run. */
  readonly attempts: number;
  /**
   * The step of a run that has ended, as `stepToJson` writes it; `stepFromJson` reads it. Without
   * `encryption`, markers replace firewalled values.
   */
  readonly step?: StepJson;
  /** Why the run was cancelled. */
  readonly reason?: string;
  /** Present if the run has failed without a step. */
  readonly failure?: RunFailure;
}

/** @throws RunsError for a record that isn't a run */
export function runSummary(record: RecordSummary): RunSummary {
  const { id, agent, tags = [], appVersion, createdAt, updatedAt, dueAt, lease } = record;
  const status = runStatuses.find((known) => known === record.status);
  if (status === undefined || agent === undefined)
    throw new RunsError("unreadable", `the head of the run ${JSON.stringify(id)} is damaged`);
  return {
    id,
    agent,
    status,
    tags,
    ...(appVersion === undefined ? {} : { appVersion }),
    createdAt,
    updatedAt,
    ...(dueAt === undefined ? {} : { dueAt }),
    ...(lease === undefined ? {} : { worker: lease }),
  };
}

/** True for the state of a run that has ended. */
export function hasEnded(status: string): boolean {
  return (endedStatuses as readonly string[]).includes(status);
}
