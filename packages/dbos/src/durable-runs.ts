// Runs that any process can start, decide about and watch, and that workers on any machine
// continue.

import { randomUUID } from "node:crypto";
import { DBOS, DBOSClient } from "@dbos-inc/dbos-sdk";
import type { Json } from "@ptc/core/encoding";
import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { isObject } from "@ptc/core/internal/host";
import { storableValue } from "@ptc/core/internal/stored";
import type { Decisions } from "@ptc/subagent";
import { agentNamed, checkedDecisions, clearContext, hasEnded } from "@ptc/subagent/internal/runs";
import { RunsError, type RunInfo, type RunPage, type RunSummary } from "@ptc/subagent/runs";
import type { AgentRuns } from "./agents.ts";
import {
  defaultPollMs,
  defaultQueue,
  resolvedOptions,
  type DurableRunsOptions,
  type ResolvedOptions,
} from "./options.ts";
import { Database } from "./tables/database.ts";
import { listedRuns, type DurablePageOptions, type DurableRunQuery } from "./tables/run-list.ts";
import { infoOf } from "./tables/run-row.ts";
import { RunTable, unknownRun, workflowId, type Pass } from "./tables/run-table.ts";
import { migrate } from "./tables/schema.ts";
import { watchedRuns } from "./tables/watch.ts";
import { runTool, type DurableTool, type DurableToolOptions } from "./tools/run-tool.ts";
import { applicationName, queueName, Worker, workflowName } from "./worker/worker.ts";

/** The options of `start`. */
export interface DurableStartOptions {
  readonly context?: Readonly<Record<string, unknown>>;
  /** A run with the same key is started once. It is the id of the run. Default: a random id. */
  readonly key?: string;
  /** At most 20 labels, by which `list` finds the run. */
  readonly tags?: readonly string[];
}

/** The runs of one database. Every method may be called in any process. */
export interface DurableRuns extends AgentRuns {
  /** Starts a run of an agent, or returns the one with this key. */
  start(agent: string, options?: DurableStartOptions): Promise<RunInfo>;
  /** Returns undefined if there is no such run. */
  get(id: string): Promise<RunInfo | undefined>;
  /** Lists runs by creation, the newest first. */
  list(query?: DurableRunQuery, page?: DurablePageOptions): Promise<RunPage>;
  /**
   * Decides about calls that wait, by their ids. The run continues at once.
   * @throws RunsError `decision` if one of them doesn't wait; then none is decided about
   */
  decide(id: string, decisions: Decisions): Promise<RunInfo>;
  /** Continues a run now that waits, or that has failed without a step. */
  resume(id: string): Promise<RunInfo>;
  /** Cancels a run, and the runs of agents for which it waits. Its calls under way are aborted. */
  cancel(id: string, reason?: string): Promise<RunInfo>;
  /**
   * Yields runs after they have changed, in any process, until `signal` aborts. For the id of one
   * run, begins with its present state, and ends after it has ended.
   */
  watch(
    which?: string | DurableRunQuery,
    options?: { readonly signal?: AbortSignal },
  ): AsyncIterable<RunSummary>;
  /** Deletes runs that ended before a time, with their steps. Returns their number. */
  prune(options: { readonly endedBefore: number; readonly limit?: number }): Promise<number>;
  /** Ends this worker. Others continue its runs. */
  close(): Promise<void>;
}

/**
 * Connects to the database, creates the tables, and works on runs unless `worker` is false.
 *
 * @example
 *   const runs = await createDurableRuns({ databaseUrl, agents: { desk } });
 *   await runs.start("desk", { key: "order-7", context: { order: 7 } });
 *
 * @throws OptionError, StoreError, RunsError
 */
export async function createDurableRuns(given: DurableRunsOptions): Promise<DurableRuns> {
  const options = resolvedOptions(given);
  const { databaseUrl, poolSize, retryMs } = options;
  const database = new Database({ url: databaseUrl, poolSize, retryMs });
  let client: DBOSClient | undefined;
  try {
    await migrate(database);
    await DBOS.migrate(databaseUrl);
    client = await DBOSClient.create({
      systemDatabaseUrl: databaseUrl,
      systemDatabasePoolSize: poolSize,
      applicationName,
    });
    const runs = new Runs(options, database, client);
    await runs.begin();
    return runs;
  } catch (error) {
    await client?.destroy();
    await database.close();
    throw error;
  }
}

class Runs implements DurableRuns {
  private readonly options: ResolvedOptions;
  private readonly database: Database;
  private readonly client: DBOSClient;
  private readonly table: RunTable;
  private readonly worker: Worker | undefined;
  private readonly closing = new AbortController();

  constructor(options: ResolvedOptions, database: Database, client: DBOSClient) {
    this.options = options;
    this.database = database;
    this.client = client;
    this.table = new RunTable(database, options.clock, (connection, pass) =>
      client.enqueueInTransaction(connection, enqueued(pass), pass.run, pass.pass),
    );
    this.worker =
      options.worker === undefined
        ? undefined
        : new Worker(client, this.table, options, options.worker, this);
  }

  /** With other policies, workers of all versions take runs, and the checkpoint is compared. */
  private get engineVersion(): string {
    const { onChange, appVersion } = this.options;
    return onChange === "finish-on-old" && appVersion !== undefined ? `app ${appVersion}` : "any";
  }

  async begin(): Promise<void> {
    await this.worker?.start(this.engineVersion);
  }

  async start(agent: string, given: DurableStartOptions = {}): Promise<RunInfo> {
    this.assertOpen();
    assertKnownOptions(given, ["context", "key", "tags"]);
    const { context = {}, key, tags = [] } = given;
    const { id } = await this.table.start({
      ...this.newRun(agent, context),
      id: key === undefined ? randomUUID() : checkedKey(key),
      tags: checkedTags(tags),
    });
    return await this.known(id);
  }

  asTool(agent: string, options: DurableToolOptions): DurableTool {
    return runTool(agent, options, async (name, { id, context, parentCall }) => {
      await this.table.start({ ...this.newRun(name, context), id, parentCall, tags: [] });
      return await this.known(id);
    });
  }

  /** @throws RunsError `unknown_agent`; OptionError */
  private newRun(agent: string, context: object) {
    const { agents, agentQueues, appVersion, worker } = this.options;
    // A process that only starts runs needn't have the agents.
    if (worker !== undefined || agents.size > 0) agentNamed(agents, agent);
    return {
      agent,
      queue: agentQueues.get(agent) ?? defaultQueue,
      appVersion,
      engineVersion: this.engineVersion,
      input: inputText(context),
    };
  }

  async get(id: string): Promise<RunInfo | undefined> {
    this.assertOpen();
    const row = await this.table.load(id);
    if (row === undefined) return undefined;
    const decided = row.pending === null ? [] : await this.table.decisions(id);
    return infoOf(row, new Set(decided.map(({ callId }) => callId)));
  }

  async list(query: DurableRunQuery = {}, page: DurablePageOptions = {}): Promise<RunPage> {
    this.assertOpen();
    return await listedRuns(this.database, query, page);
  }

  async decide(id: string, decisions: Decisions): Promise<RunInfo> {
    this.assertOpen();
    const checked = await checkedDecisions(decisions, "which aren't stored: leave them out");
    if (checked.length > 0) await this.table.decide(id, new Map(checked));
    return await this.known(id);
  }

  async resume(id: string): Promise<RunInfo> {
    this.assertOpen();
    await this.table.resume(id, this.engineVersion);
    return await this.known(id);
  }

  async cancel(id: string, reason = ""): Promise<RunInfo> {
    this.assertOpen();
    for (const { workflowId: workflow } of await this.table.cancel(id, reason))
      await this.client.cancelWorkflow(workflow);
    return await this.known(id);
  }

  async *watch(
    which: string | DurableRunQuery = {},
    { signal }: { readonly signal?: AbortSignal } = {},
  ): AsyncIterable<RunSummary> {
    this.assertOpen();
    const id = typeof which === "string" ? which : undefined;
    const query = typeof which === "string" ? {} : which;
    if (id !== undefined) await this.known(id);
    const { pollMs = defaultPollMs } = this.options.worker ?? {};
    const ends = [this.closing.signal, ...(signal === undefined ? [] : [signal])];
    for await (const run of watchedRuns(this.database, query, {
      signal: AbortSignal.any(ends),
      clock: this.options.clock,
      pollMs,
      id,
    })) {
      yield run;
      if (id !== undefined && hasEnded(run.status)) return;
    }
  }

  async prune({
    endedBefore,
    limit = 1_000,
  }: {
    readonly endedBefore: number;
    readonly limit?: number;
  }): Promise<number> {
    this.assertOpen();
    const runs = await this.table.prune(endedBefore, limit);
    const workflows = runs.flatMap(({ id, pass }) =>
      Array.from({ length: pass }, (_, index) => workflowId(id, index + 1)),
    );
    if (workflows.length > 0) await this.client.deleteWorkflows(workflows);
    return runs.length;
  }

  async close(): Promise<void> {
    if (this.closing.signal.aborted) return;
    this.closing.abort();
    await this.worker?.close();
    await this.client.destroy();
    await this.database.close();
  }

  private async known(id: string): Promise<RunInfo> {
    return (await this.get(id)) ?? unknownRun(id);
  }

  private assertOpen(): void {
    if (this.closing.signal.aborted) throw new RunsError("closed", "the runs were closed");
  }
}

function enqueued({ workflowId: id, queue, engineVersion }: Pass) {
  return { workflowName, workflowID: id, queueName: queueName(queue), appVersion: engineVersion };
}

/** @throws OptionError */
function checkedKey(key: string): string {
  // Names of workflows end in the number of their pass.
  if (typeof key === "string" && /^[^\p{Cc}]{1,400}$/u.test(key) && !/#\d+$/.test(key)) return key;
  throw new OptionError(
    "key",
    "expected 1 to 400 characters without control characters, and without # and a number at the end",
  );
}

/** @throws OptionError */
function checkedTags(tags: readonly string[]): readonly string[] {
  const isTag = (tag: unknown): boolean =>
    typeof tag === "string" && tag !== "" && tag.length <= 200 && !tag.includes("\0");
  // A value of another type may be given, and must not become one of type any.
  const isList: boolean = Array.isArray(tags);
  if (isList && tags.length <= 20 && tags.every(isTag)) return tags;
  throw new OptionError("tags", "expected at most 20 texts of 1 to 200 characters");
}

/**
 * Returns the context as text, without its firewalled fields.
 * @throws OptionError; RunsError `firewalled`
 */
function inputText(context: object): string {
  if (!isObject(context)) throw new OptionError("context", "expected an object");
  let json: Json;
  try {
    json = storableValue(context);
  } catch (error) {
    throw new OptionError("context", `it can't be stored: ${String(error)}`);
  }
  return JSON.stringify(clearContext(json, "remove it, and let the application add it"));
}
