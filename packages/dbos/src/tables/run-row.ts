// The row of a run, and the end of a pass that a worker writes into it.

import type { WaitingMission } from "@ptc/subagent";
import type { ClearContext } from "@ptc/subagent/internal/runs";
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
  /** Why it was cancelled. */
  readonly reason: string | null;
}

/** The input of a run: its context as tagged JSON. */
export type RunInput = ClearContext;

export type Checkpoint = WaitingMission["checkpoint"];

/** The columns of a summary. */
export const summaryColumns =
  "id, agent, queue, app_version, engine_version, tags, status, pass, takeovers, due_at, parent_call, created_at, updated_at, revision";

/** The end of a pass. It is the output of the last step of its workflow, as JSON. */
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
  | { readonly status: "done" | "failed"; readonly step: StepJson }
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
 * Returns the run, without the calls that are decided about. Only this package writes the columns
 * with JSON.
 */
export function infoOf(row: RunRow, decided: ReadonlySet<string>): RunInfo {
  const { pending, failure, state, status, reason } = row;
  const calls = pending === null ? [] : (JSON.parse(pending) as WaitingCall[]);
  const hasStep = failure === null && state !== null && (status === "done" || status === "failed");
  return {
    ...summaryOf(row),
    pending: calls.filter(({ id }) => !decided.has(id)),
    attempts: row.pass + row.takeovers,
    ...(reason === null ? {} : { reason }),
    ...(hasStep ? { step: JSON.parse(state) as StepJson } : {}),
    ...(failure === null ? {} : { failure: JSON.parse(failure) as RunFailure }),
  };
}
