// The row of a run, and the end of a pass that a worker writes into it.

import { isObject } from "@ptc/core/internal/host";
import type { WaitingMission } from "@ptc/subagent";
import {
  damaged,
  hasEnded,
  parsed,
  type RunInput as StoredInput,
} from "@ptc/subagent/internal/runs";
import type { RunFailure, RunInfo, RunStatus, RunSummary, WaitingCall } from "@ptc/subagent/runs";
import type { StepJson } from "@ptc/subagent/step-json";

export interface SummaryRow {
  readonly id: string;
  readonly agent: string;
  readonly queue: string;
  readonly app_version: string | null;
  /** The version that a worker must have for DBOS to give the run to it. */
  readonly engine_version: string;
  readonly tags: readonly string[];
  readonly status: RunStatus;
  /** The number of the workflow that continues the run, from 1. */
  readonly pass: number;
  /** The number of workers that died in this pass. */
  readonly takeovers: number;
  readonly due_at: number | null;
  readonly parent_call: string | null;
  /** The id of its journal. */
  readonly journal: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  /** An integer as text. It grows with each change. */
  readonly revision: string;
}

export interface RunRow extends SummaryRow {
  /** A `RunInput` as JSON. */
  readonly input: string;
  /** The checkpoint of a run that hasn't ended, or the step of one that has. */
  readonly state: string | null;
  readonly pending: string | null;
  readonly failure: string | null;
  /** The number of passes in a row that a function of the application has ended. */
  readonly retries: number;
  /** Why it was cancelled. */
  readonly reason: string | null;
}

/** The input of a run. */
export interface RunInput extends StoredInput {
  /** The key of firewalled values in checkpoints. Only if runs are encrypted. */
  readonly secret?: string;
}

export type Checkpoint = WaitingMission["checkpoint"];

/** The columns of a summary. */
export const summaryColumns =
  "id, agent, queue, app_version, engine_version, tags, status, pass, takeovers, due_at, parent_call, journal, created_at, updated_at, revision";

/** The end of a pass. */
export type PassEnd = {
  /** The ids of the decisions that the pass has applied or refused. */
  readonly decisions: readonly string[];
} & (
  | {
      readonly status: "waiting";
      readonly checkpoint: Checkpoint;
      readonly pending: readonly WaitingCall[];
      readonly dueAt?: number;
    }
  /** A function of the application failed, so trying again can help. */
  | {
      readonly status: "queued";
      readonly step?: undefined;
      readonly message: string;
    }
  | { readonly status: "done" | "failed" | "cancelled"; readonly step: StepJson }
  | {
      readonly status: "failed";
      readonly step?: undefined;
      readonly failure: RunFailure;
      /** The state from which `resume` continues; absent for the beginning. */
      readonly checkpoint?: Checkpoint;
    }
);

export function summaryOf(row: SummaryRow): RunSummary {
  const { app_version: appVersion, due_at: dueAt } = row;
  return {
    id: row.id,
    agent: row.agent,
    status: row.status,
    tags: row.tags,
    ...(appVersion === null ? {} : { appVersion }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(dueAt === null ? {} : { dueAt }),
  };
}

/**
 * Returns the run, without the calls that are decided about.
 * @throws RunsError for damaged data
 */
export function infoOf(row: RunRow, decided: ReadonlySet<string>): RunInfo {
  const { failure, state, status, reason } = row;
  const hasStep = failure === null && state !== null && hasEnded(status);
  return {
    ...summaryOf(row),
    pending: pendingOf(row).filter(({ id }) => !decided.has(id)),
    attempts: row.pass + row.takeovers,
    ...(reason === null ? {} : { reason }),
    // `stepFromJson` checks its fields.
    ...(hasStep ? { step: parsed(row.id, state, "the step") as unknown as StepJson } : {}),
    ...(failure === null
      ? {}
      : { failure: parsed(row.id, failure, "the failure") as unknown as RunFailure }),
  };
}

/** Returns the calls that wait, also those that are decided about. @throws RunsError */
export function pendingOf({ id, pending }: Pick<RunRow, "id" | "pending">): WaitingCall[] {
  if (pending === null) return [];
  const { calls } = parsed(id, pending, "the list of its calls");
  if (!Array.isArray(calls)) throw damaged(id, "it has no list of its calls");
  return (calls as readonly unknown[]).filter(
    (call): call is WaitingCall => isObject(call) && typeof call["id"] === "string",
  );
}

/** Returns the column `pending`. */
export function pendingText(calls: readonly WaitingCall[]): string {
  return JSON.stringify({ calls });
}
