// `createRuns`: runs of agents in a store, for many processes.

import { presentFields } from "@ptc/core/internal/host";
import type { PageOptions, RecordQuery } from "@ptc/core/store";
import type { Decisions } from "@ptc/lisp";
import { isRecord, knownOptions, wrongOption } from "../options/option-checks.ts";
import { cancelRun, decideRun, resumeRun } from "./change-run.ts";
import { loadInbox } from "./inbox.ts";
import { pendingCalls } from "./pending-calls.ts";
import {
  runSummary,
  type RunInfo,
  type RunStatus,
  type RunSummary,
  type WaitingCall,
} from "./run-info.ts";
import { attemptsIn, readRun, runKey, shown } from "./run-state.ts";
import { RunsError } from "./runs-error.ts";
import { resolvedOptions, type ResolvedRunsOptions, type RunsOptions } from "./runs-options.ts";
import { startRun, type StartOptions } from "./start-run.ts";
import { watchRuns } from "./watch-runs.ts";
import { Worker } from "./worker.ts";

/** Which runs `list` and `watch` return. Times are in milliseconds since the epoch. */
export interface RunQuery {
  readonly status?: RunStatus | readonly RunStatus[];
  readonly agent?: string | readonly string[];
  readonly appVersion?: string;
  readonly tag?: string;
  readonly createdAfter?: number;
  readonly createdBefore?: number;
  readonly updatedAfter?: number;
  readonly updatedBefore?: number;
}

const queryNames = [
  "status",
  "agent",
  "appVersion",
  "tag",
  "createdAfter",
  "createdBefore",
  "updatedAfter",
  "updatedBefore",
] as const satisfies readonly (keyof RunQuery)[];

/** A page of runs. Pass its `cursor` to get the next one. */
export interface RunPage {
  readonly runs: readonly RunSummary[];
  /** Absent on the last page. */
  readonly cursor?: string;
}

/** Runs of agents in a store. All methods throw `RunsError`, and `StoreError` for the store. */
export class Runs {
  private readonly options: ResolvedRunsOptions;
  private readonly worker: Worker | undefined;
  private readonly closing = new AbortController();

  constructor(options: RunsOptions) {
    this.options = resolvedOptions(options);
    const { worker, agents } = this.options;
    this.worker =
      worker === undefined || agents.size === 0 ? undefined : new Worker(this.options, worker);
  }

  /**
   * Starts a run of an agent, which a worker continues in any process. With a `key`, a second start
   * returns the run of the first one.
   */
  async start(agent: string, options: StartOptions = {}): Promise<RunInfo> {
    this.assertOpen();
    const id = await startRun(this.options, agent, options);
    return await this.known(id);
  }

  /** Returns undefined if there is no such run. */
  async get(id: string): Promise<RunInfo | undefined> {
    this.assertOpen();
    const { store } = this.options;
    const record = await store.load(runKey(id));
    if (record === undefined) return undefined;
    const state = readRun(record);
    const { snapshot, failure } = state;
    const calls = [...pendingCalls(state).values()];
    const inbox = calls.length === 0 ? undefined : await loadInbox(store, id);
    return {
      ...runSummary(record),
      pending: calls.flatMap(({ digest: _, ...call }): WaitingCall[] => {
        if (inbox?.decisions.has(call.id) === true) return [];
        return [{ ...call, ...presentFields({ refused: inbox?.refused.get(call.id) }) }];
      }),
      attempts: snapshot.attempts + attemptsIn(record),
      ...presentFields({ step: snapshot.step, reason: snapshot.reason, failure }),
    };
  }

  /** Lists runs, the newest first. */
  async list(query: RunQuery = {}, page: PageOptions = {}): Promise<RunPage> {
    this.assertOpen();
    const { records, cursor } = await this.options.store.list(recordQuery(query), page);
    return { runs: records.map(runSummary), ...presentFields({ cursor }) };
  }

  /** Continues a run now that waits, or that has failed without a step. */
  async resume(id: string): Promise<RunInfo> {
    this.assertOpen();
    await resumeRun(this.options, id);
    return await this.known(id);
  }

  /**
   * Decides about calls that wait, by their ids: `approve()`, `deny("…")` or `answer(…)`. A worker
   * then continues the run. Each call is decided about once.
   */
  async decide(id: string, decisions: Decisions): Promise<RunInfo> {
    this.assertOpen();
    await decideRun(this.options, id, decisions);
    return await this.known(id);
  }

  /** Ends a run in any process. A call that is under way is aborted. */
  async cancel(id: string, reason = ""): Promise<RunInfo> {
    this.assertOpen();
    await cancelRun(this.options, id, reason);
    return await this.known(id);
  }

  /**
   * Yields runs whenever their status changes, in any process. For the id of one run, begins with
   * its present state, and ends after it has ended. Otherwise ends when `signal` aborts.
   */
  watch(
    which: string | RunQuery = {},
    { signal }: { readonly signal?: AbortSignal } = {},
  ): AsyncIterableIterator<RunSummary> {
    this.assertOpen();
    const signals = [this.closing.signal, ...(signal === undefined ? [] : [signal])];
    const { store } = this.options;
    const query = typeof which === "string" ? which : recordQuery(which);
    return watchRuns(store, query, AbortSignal.any(signals));
  }

  /**
   * Ends the worker. Its runs stop at their next effect, at the latest after `graceMs` (default
   * 10,000), and another worker continues them. The store stays open.
   */
  async close({ graceMs = 10_000 }: { readonly graceMs?: number } = {}): Promise<void> {
    this.closing.abort();
    await this.worker?.close(graceMs);
  }

  private async known(id: string): Promise<RunInfo> {
    const info = await this.get(id);
    if (info !== undefined) return info;
    throw new RunsError("unknown_run", `the run ${shown(id)} was deleted`);
  }

  private assertOpen(): void {
    if (this.closing.signal.aborted)
      throw new RunsError("closed", "these runs were closed: call createRuns again");
  }
}

/**
 * Keeps runs of agents in a store: starts them, continues them after crashes and decisions, in any
 * number of processes.
 *
 * @example
 *   const runs = createRuns({ store, agents: { refunds } });
 *   const { id } = await runs.start("refunds", { context: { orders }, key: "orders-2026-11" });
 *   const { pending } = await runs.get(id);
 *   await runs.decide(id, { [pending[0].id]: approve() });
 *
 * @throws OptionError
 */
export function createRuns(options: RunsOptions): Runs {
  if (!isRecord(options)) throw wrongOption("options", "expected an object", options);
  return new Runs(options);
}

function recordQuery(query: RunQuery): RecordQuery {
  knownOptions(query, queryNames);
  return { kind: "run", ...query };
}
