// A worker: takes runs from the queues of DBOS, and takes over the runs of workers that died.
// DBOS itself only recovers the runs of a process that starts again with the same id.
//
//   every worker: heartbeat in ptc_workers ──▶ the others see it
//   one of them: running workflows without a live worker ──▶ queued again; the old worker's writes
//                                                             are refused from then on

import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { DBOS, type DBOSClient } from "@dbos-inc/dbos-sdk";
import { RunsError } from "@ptc/subagent/runs";
import { applicationName, type ResolvedOptions } from "../options.ts";
import { reaperLock } from "../tables/schema.ts";
import { runOfWorkflow, workflowId, type RunTable } from "../tables/run-table.ts";
import { pruneRuns } from "../tables/prune.ts";
import { missionPass, type PassHost, type StopReason } from "./mission-pass.ts";

/** The name of the workflow in the tables of DBOS. */
export const workflowName = "ptcMission";

const retentionEveryMs = 60_000;

/** The most runs that one look continues. */
const dueAtOnce = 100;

interface Running {
  readonly run: string;
  readonly controller: AbortController;
}

/** The most runs that one look deletes. */
const prunedAtOnce = 1_000;

/** The most workflows that are read at once. */
const workflowsAtOnce = 1_000;

export class Worker {
  /** Different for each start, because DBOS recovers runs by it. */
  readonly id = `${hostname()}-${String(process.pid)}-${randomUUID()}`;
  private readonly client: DBOSClient;
  private readonly runs: RunTable;
  private readonly options: ResolvedOptions;
  private readonly settings: NonNullable<ResolvedOptions["worker"]>;
  private readonly host: PassHost;
  private readonly running = new Map<string, Running>();
  private readonly timers: NodeJS.Timeout[] = [];
  private prunedAt = -Infinity;
  /** Workflows that DBOS gave to this worker and that don't run, at the last look. */
  private stray: ReadonlySet<string> = new Set();

  constructor(
    client: DBOSClient,
    host: Omit<PassHost, "outside">,
    settings: NonNullable<ResolvedOptions["worker"]>,
  ) {
    this.client = client;
    this.host = { ...host, outside: AsyncLocalStorage.snapshot() };
    this.runs = host.runs;
    this.options = host.options;
    this.settings = settings;
  }

  /** @throws RunsError `worker` */
  async start(engineVersion: string): Promise<void> {
    if (DBOS.isInitialized())
      throw new RunsError(
        "worker",
        "DBOS runs in this process already: use one worker in each process, and worker: false elsewhere",
      );
    const { options, settings } = this;
    DBOS.setConfig({
      name: applicationName,
      systemDatabaseUrl: options.databaseUrl,
      systemDatabasePoolSize: options.poolSize,
      applicationVersion: engineVersion,
      executorID: this.id,
      logLevel: "error",
      // `createDurableRuns` has migrated the tables.
      runMigrations: false,
      ...(settings.queues === undefined ? {} : { listenQueues: settings.queues.map(queueName) }),
    });
    DBOS.registerWorkflow((run: string, pass: number) => this.pass(run, pass), {
      name: workflowName,
      // `maxTakeovers` is the limit.
      maxRecoveryAttempts: 1_000_000,
    });
    await this.beat();
    await DBOS.launch();
    for (const [name, queue] of options.queues) {
      const { workerConcurrency = 20, globalConcurrency } = queue;
      await DBOS.registerQueue(queueName(name), {
        workerConcurrency,
        minPollingIntervalMs: settings.pollMs,
        onConflict: "always_update",
        ...(globalConcurrency === undefined ? {} : { globalConcurrency }),
      });
    }
    this.repeat(settings.leaseMs / 4, () => this.beat());
    this.repeat(settings.leaseMs / 2, () => this.reap());
    this.repeat(settings.pollMs, () => this.look());
  }

  /** Stops, and gives the runs to other workers. Their calls that are under way are aborted. */
  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    const left = [...this.running.keys()];
    for (const { controller } of this.running.values())
      controller.abort("closing" satisfies StopReason);
    await DBOS.shutdown({ deregister: true });
    await this.takeOver(left.map((id) => ({ workflowID: id })));
    await this.runs.database.query("DELETE FROM ptc_workers WHERE worker = $1", [this.id]);
  }

  private async pass(run: string, pass: number): Promise<string> {
    const id = workflowId(run, pass);
    const running = { run, controller: new AbortController() };
    this.running.set(id, running);
    try {
      return await missionPass(this.host, run, pass, running.controller.signal);
    } finally {
      if (this.running.get(id) === running) this.running.delete(id);
    }
  }

  private async beat(): Promise<void> {
    await this.runs.database.query(
      `INSERT INTO ptc_workers VALUES ($1, now())
      ON CONFLICT (worker) DO UPDATE SET at = excluded.at`,
      [this.id],
    );
    const ids = [...this.running.values()].map(({ run }) => run);
    if (ids.length === 0) return;
    const cancelled = new Set(await this.runs.cancelled(ids));
    for (const { run, controller } of this.running.values())
      if (cancelled.has(run)) controller.abort("cancelled" satisfies StopReason);
  }

  /** Continues the runs of workers that are silent. One worker at a time does so. */
  private async reap(): Promise<void> {
    const lease = `${String(this.settings.leaseMs)} milliseconds`;
    await this.runs.database.transaction(async (connection) => {
      // After a restart of the database, no worker has had time for a heartbeat.
      const { rows } = await connection.query<{ mine: boolean; ready: boolean }>(
        `SELECT pg_try_advisory_xact_lock(${reaperLock}) AS mine,
          now() - pg_postmaster_start_time() > 2 * $1::interval AS ready`,
        [lease],
      );
      if (rows[0]?.mine !== true || !rows[0].ready) return;
      await connection.query("DELETE FROM ptc_workers WHERE at < now() - 1000 * $1::interval", [
        lease,
      ]);
      const workflows = await this.client.listWorkflows({
        status: "PENDING",
        workflowName,
        loadInput: false,
        loadOutput: false,
        limit: workflowsAtOnce,
      });
      const live = await connection.query<{ worker: string }>(
        "SELECT worker FROM ptc_workers WHERE at >= now() - $1::interval",
        [lease],
      );
      const alive = new Set(live.rows.map(({ worker }) => worker));
      await this.takeOver(
        workflows.filter(({ executorId = "" }) => !alive.has(executorId)),
        true,
      );
      // The answer of the database was lost when it gave these to this worker.
      const mine = workflows.filter(
        ({ executorId, workflowID }) => executorId === this.id && !this.running.has(workflowID),
      );
      await this.takeOver(mine.filter(({ workflowID }) => this.stray.has(workflowID)));
      this.stray = new Set(mine.map(({ workflowID }) => workflowID));
    });
  }

  /** Queues workflows again. `counts`: they may have killed their worker. */
  private async takeOver(
    workflows: readonly { readonly workflowID: string; readonly queueName?: string }[],
    counts = false,
  ): Promise<void> {
    if (workflows.length === 0) return;
    if (counts) await this.failDeadly(workflows.map(({ workflowID }) => workflowID));
    const queues = new Map<string, string[]>();
    for (const { workflowID, queueName: queue } of workflows) {
      const name = queue ?? (await this.queueOf(workflowID));
      queues.set(name, [...(queues.get(name) ?? []), workflowID]);
    }
    for (const [queue, ids] of queues) await this.client.resumeWorkflows(ids, { queueName: queue });
  }

  private async queueOf(id: string): Promise<string> {
    const row = await this.runs.load(runOfWorkflow(id));
    return queueName(row?.queue ?? "default");
  }

  /** Ends runs that may kill every worker that runs them. */
  private async failDeadly(workflowIds: readonly string[]): Promise<void> {
    const { maxAttempts } = this.options;
    const runs = workflowIds.map(runOfWorkflow);
    for (const { id, pass } of await this.runs.noteTakeovers(runs, maxAttempts - 1))
      await this.runs.endPass(id, pass, {
        status: "failed",
        decisions: [],
        failure: {
          problem: "attempts",
          message: `${String(maxAttempts)} workers ended while they ran it: look for the cause, such as too little memory, then call resume`,
        },
      });
  }

  /** Continues runs whose time has come. */
  private async look(): Promise<void> {
    await this.prune();
    for (const id of await this.runs.due(dueAtOnce)) await this.runs.wake(id);
  }

  /** Deletes runs that ended long ago, once in a while. */
  private async prune(): Promise<void> {
    const { clock, retentionMs } = this.options;
    if (retentionMs === undefined) return;
    const now = clock.monotonic();
    if (now - this.prunedAt < retentionEveryMs) return;
    this.prunedAt = now;
    await pruneRuns(this.runs, this.client, clock.now() - retentionMs, prunedAtOnce);
  }

  /** Calls `work` again and again, but not while it runs. */
  private repeat(milliseconds: number, work: () => Promise<void>): void {
    let isBusy = false;
    const timer = setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      work()
        .catch((error: unknown) => {
          this.options.onError(error);
        })
        .finally(() => {
          isBusy = false;
        });
    }, milliseconds);
    this.timers.push(timer);
  }
}

/** The name of a queue in the tables of DBOS. */
export function queueName(name: string): string {
  return `ptc-${name}`;
}
