// Runs that any process can start, decide about and watch, and that workers on any machine
// continue.

import { randomBytes, randomUUID } from "node:crypto";
import { DBOS, DBOSClient } from "@dbos-inc/dbos-sdk";
import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { presentFields } from "@ptc/core/internal/host";
import type { Decisions } from "@ptc/subagent";
import { agentNamed, checkedDecisions, hasEnded, runInput } from "@ptc/subagent/internal/runs";
import {
  RunsError,
  type RunInfo,
  type RunPage,
  type RunQuery,
  type RunSummary,
  type StartOptions,
} from "@ptc/subagent/runs";
import type { PageOptions } from "@ptc/core/store";
import type { AgentRuns } from "./agents.ts";
import {
  applicationName,
  defaultPollMs,
  defaultQueue,
  resolvedOptions,
  type DurableRunsOptions,
  type ResolvedOptions,
} from "./options.ts";
import { Database } from "./tables/database.ts";
import { JournalTable } from "./tables/journal-table.ts";
import { pruneRuns } from "./tables/prune.ts";
import { RateLimiter } from "./tables/rate-limiter.ts";
import { reencrypted, type DurableReencryption } from "./tables/reencryption.ts";
import { listedRuns } from "./tables/run-list.ts";
import { infoOf, type RunInput } from "./tables/run-row.ts";
import { RunTable, unknownRun, type Pass } from "./tables/run-table.ts";
import { migrate } from "./tables/schema.ts";
import { StepTable } from "./tables/step-table.ts";
import { watchedRuns } from "./tables/watch.ts";
import { runTool, type DurableTool, type DurableToolOptions } from "./tools/run-tool.ts";
import { queueName, Worker, workflowName } from "./worker/worker.ts";

/** The runs of one database. Every method may be called in any process. */
export interface DurableRuns extends AgentRuns {
  /** Starts a run of an agent, or returns the one with this key. */
  start(agent: string, options?: StartOptions): Promise<RunInfo>;
  /** Returns undefined if there is no such run. */
  get(id: string): Promise<RunInfo | undefined>;
  /** Lists runs by creation, the newest first unless `order` is `oldest`. */
  list(query?: RunQuery, page?: PageOptions): Promise<RunPage>;
  /**
   * Decides about calls that wait, by their ids. The run continues at once.
   * @throws RunsError `decision` if one of them doesn't wait; then none is decided about
   */
  decide(id: string, decisions: Decisions): Promise<RunInfo>;
  /** Continues a run now that waits, or that has failed without a step. */
  resume(id: string): Promise<RunInfo>;
  /**
   * Cancels a run, and the runs of agents for which it waits. Its calls under way are aborted.
   * @throws RunsError `ended` for a run that is done or has failed
   */
  cancel(id: string, reason?: string): Promise<RunInfo>;
  /**
   * Yields runs after they have changed, in any process, until `signal` aborts. For the id of one
   * run, begins with its present state, and ends after it has ended.
   */
  watch(
    which?: string | RunQuery,
    options?: { readonly signal?: AbortSignal },
  ): AsyncIterable<RunSummary>;
  /** Deletes runs that ended before a time, with their steps. Returns their number. */
  prune(options: { readonly endedBefore: number; readonly limit?: number }): Promise<number>;
  /**
   * Encrypts with the current key of `encryption` what has a previous one. Runs that are queued or
   * running are left: call it again later, until `left` is 0. Then the previous keys aren't needed.
   * @throws OptionError without `encryption`
   */
  reencrypt(): Promise<DurableReencryption>;
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

/** The bytes of the key of firewalled values in checkpoints. */
const secretBytes = 32;

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
    const { clock, rateLimits, texts, worker } = options;
    this.table = new RunTable(database, texts, clock, (connection, pass) =>
      client.enqueueInTransaction(connection, enqueued(pass), pass.run, pass.pass),
    );
    const host = {
      runs: this.table,
      steps: new StepTable(database, texts, applicationName),
      journals: new JournalTable(database, texts),
      limiter: new RateLimiter(database, rateLimits, clock),
      options,
      agentRuns: this,
    };
    this.worker = worker === undefined ? undefined : new Worker(client, host, worker);
  }

  /** With other policies, workers of all versions take runs, and the checkpoint is compared. */
  private get engineVersion(): string {
    const { onChange, appVersion } = this.options;
    return onChange === "finish-on-old" && appVersion !== undefined ? `app ${appVersion}` : "any";
  }

  async begin(): Promise<void> {
    await this.worker?.start(this.engineVersion);
  }

  async start(agent: string, given: StartOptions = {}): Promise<RunInfo> {
    this.assertOpen();
    assertKnownOptions(given, ["context", "prompt", "key", "tags", "journal", "startAt"]);
    const { key, tags = [], journal, startAt } = given;
    if (startAt !== undefined && !Number.isFinite(startAt))
      throw new OptionError("startAt", "expected milliseconds since the epoch");
    const id = key === undefined ? randomUUID() : checkedId("key", key);
    const made = await this.newRun(agent, id, { ...given, tags: checkedTags(tags) });
    const of =
      journal === undefined || journal === true ? undefined : checkedId("journal", journal);
    await this.table.start({
      ...made,
      ...presentFields({ journal: journal === true ? id : of, startAt }),
    });
    return await this.known(id);
  }

  asTool(agent: string, options: DurableToolOptions): DurableTool {
    return runTool(agent, options, async (name, { id, context, parentCall }) => {
      await this.table.start({ ...(await this.newRun(name, id, { context })), parentCall });
      return await this.known(id);
    });
  }

  /** @throws RunsError `unknown_agent`, `firewalled`; OptionError */
  private async newRun(
    agent: string,
    id: string,
    given: Pick<StartOptions, "context" | "prompt" | "tags">,
  ) {
    const { agents, agentQueues, appVersion, worker } = this.options;
    // A process that only starts runs needn't have the agents.
    if (worker !== undefined || agents.size > 0) agentNamed(agents, agent);
    const { isEncrypted } = this.options.texts;
    const stored = await runInput(
      { agents, isEncrypted, request: (request) => ({ ...request, runs: this }) },
      { agent, id, given },
    );
    const input: RunInput = isEncrypted
      ? { ...stored, secret: randomBytes(secretBytes).toString("hex") }
      : stored;
    return {
      id,
      agent,
      queue: agentQueues.get(agent) ?? defaultQueue,
      appVersion,
      engineVersion: this.engineVersion,
      tags: given.tags ?? [],
      input: JSON.stringify(input),
    };
  }

  async get(id: string): Promise<RunInfo | undefined> {
    this.assertOpen();
    const row = await this.table.load(id);
    if (row === undefined) return undefined;
    const decided = row.pending === null ? [] : await this.table.decided(id);
    return infoOf(row, new Set(decided));
  }

  async list(query: RunQuery = {}, page: PageOptions = {}): Promise<RunPage> {
    this.assertOpen();
    return await listedRuns(this.database, query, page);
  }

  async decide(id: string, decisions: Decisions): Promise<RunInfo> {
    this.assertOpen();
    const clear = "and they aren't encrypted: pass `encryption`, or leave them out";
    const checked = await checkedDecisions(
      decisions,
      this.options.texts.isEncrypted ? undefined : clear,
    );
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
    which: string | RunQuery = {},
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
    return await pruneRuns(this.table, this.client, endedBefore, limit);
  }

  async reencrypt(): Promise<DurableReencryption> {
    this.assertOpen();
    return await reencrypted(this.database, this.options.texts);
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
function checkedId(option: string, id: string): string {
  if (typeof id === "string" && /^[^\p{Cc}]{1,400}$/u.test(id)) return id;
  throw new OptionError(option, "expected 1 to 400 characters without control characters");
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
