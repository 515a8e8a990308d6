// The options of `createDurableRuns`.

import { OptionError } from "@ptc/core/errors";
import { systemClock, type Clock } from "@ptc/core/contracts";
import { assertKnownOptions, wholeNumber } from "@ptc/core/internal/errors";
import type { StoreKeys } from "@ptc/core/store";
import type { CheckpointOptions } from "@ptc/subagent";
import { checkedAgents } from "@ptc/subagent/internal/runs";
import type { DurableAgent } from "./agents.ts";
import type { DurableRateLimit, RateLimits } from "./tables/rate-limiter.ts";
import { RunTexts } from "./tables/run-texts.ts";

/** The limits of a queue. Without one, it has no such limit. */
export interface DurableQueue {
  /** The most active runs of each worker. Runs that wait don't count. Default 20. */
  readonly workerConcurrency?: number;
  /** The most active runs of all workers together. */
  readonly globalConcurrency?: number;
}

/** The settings of a worker. */
export interface DurableWorkerOptions {
  /** The queues from which it takes runs. Default: all. */
  readonly queues?: readonly string[];
  /**
   * For how long a worker may be silent, in milliseconds. Then other workers continue its runs.
   * Default 10,000.
   */
  readonly leaseMs?: number;
  /** The time between two looks for queued runs and due times, in milliseconds. Default 500. */
  readonly pollMs?: number;
}

/** The options of `createDurableRuns`. */
export interface DurableRunsOptions extends Pick<CheckpointOptions, "checkpointKey"> {
  /** The address of the Postgres database: `postgres://user:password@host:5432/name`. */
  readonly databaseUrl: string;
  /** Agents by name, or functions that return them. Names are stored, so don't change them. */
  readonly agents: Readonly<Record<string, DurableAgent>>;
  /** False: this process only starts, lists and decides. Default: it works on runs, too. */
  readonly worker?: false | DurableWorkerOptions;
  /**
   * The keys that encrypt contexts, steps, decisions, journals and results, firewalled values
   * included. Names of steps stay in clear, and so do ids, agents, tags and times. Default: nothing
   * is encrypted, firewalled values aren't stored, and the functions in `agents` add them. Every
   * process needs the same keys.
   */
  readonly encryption?: StoreKeys;
  /** Queues by name. Default: `default`. */
  readonly queues?: Readonly<Record<string, DurableQueue>>;
  /** The queue of each agent. Default: `default`. */
  readonly agentQueues?: Readonly<Record<string, string>>;
  /**
   * The most model requests of all workers together, by the providers of models, such as
   * `anthropic`. Requests wait for their turn, retries and those of child agents included.
   */
  readonly rateLimits?: Readonly<Record<string, DurableRateLimit>>;
  /** The version of the application, for `onChange`. Default: none. */
  readonly appVersion?: string;
  /**
   * The policy for a prompt, a tool or an option that has changed since a run began. `fail`: the
   * run fails, and `resume(id)` tries again. `restart-turn`: the turn that differs begins again.
   * `finish-on-old`: workers continue only runs of their own `appVersion`. Default `fail`.
   */
  readonly onChange?: "fail" | "restart-turn" | "finish-on-old";
  /**
   * The policy for a call that was under way when a process was killed. `repeat`: it is made again
   * with the same `callId`, which must be the idempotency key of its service. `wait`: a person
   * decides about it. Default `repeat`.
   */
  readonly onUncertain?: "repeat" | "wait";
  /**
   * The most times that a run begins without an end or a pause. Then it counts as failed.
   * Default 20.
   */
  readonly maxAttempts?: number;
  /** Deletes runs this long after their end. Default: they are kept. */
  readonly retention?: { readonly endedMs: number };
  /** The most connections of this package and of DBOS, each. Default 10. */
  readonly poolSize?: number;
  /** For how many milliseconds a database that can't be reached is awaited. Default 60,000. */
  readonly retryMs?: number;
  /** Called for errors in the background, such as a database that can't be reached. */
  readonly onError?: (error: unknown) => void;
  readonly clock?: Clock;
}

/** The checked options with defaults. */
export interface ResolvedOptions {
  readonly databaseUrl: string;
  readonly agents: ReadonlyMap<string, DurableAgent>;
  readonly worker:
    | (Required<Omit<DurableWorkerOptions, "queues">> & Pick<DurableWorkerOptions, "queues">)
    | undefined;
  readonly queues: ReadonlyMap<string, DurableQueue>;
  readonly agentQueues: ReadonlyMap<string, string>;
  readonly appVersion: string | undefined;
  readonly onChange: NonNullable<DurableRunsOptions["onChange"]>;
  readonly onUncertain: NonNullable<DurableRunsOptions["onUncertain"]>;
  readonly maxAttempts: number;
  readonly poolSize: number;
  readonly retryMs: number;
  readonly onError: (error: unknown) => void;
  readonly clock: Clock;
  readonly checkpointKey: CheckpointOptions["checkpointKey"];
  readonly texts: RunTexts;
  readonly rateLimits: RateLimits;
  readonly retentionMs: number | undefined;
}

/** The name of the application in the tables of DBOS. */
export const applicationName = "ptc";
export const defaultQueue = "default";
export const defaultPollMs = 500;

const names = [
  "databaseUrl",
  "agents",
  "worker",
  "queues",
  "agentQueues",
  "appVersion",
  "onChange",
  "onUncertain",
  "maxAttempts",
  "poolSize",
  "retryMs",
  "onError",
  "clock",
  "checkpointKey",
  "encryption",
  "rateLimits",
  "retention",
] as const satisfies readonly (keyof DurableRunsOptions)[];

const most = 1_000_000;
/** The longest time of a timer. */
const longest = 2 ** 31 - 1;

/** @throws OptionError */
export function resolvedOptions(options: DurableRunsOptions): ResolvedOptions {
  assertKnownOptions(options, names);
  const { databaseUrl, appVersion, onChange = "fail", onUncertain = "repeat" } = options;
  if (typeof databaseUrl !== "string" || !/^postgres(?:ql)?:\/\//.test(databaseUrl))
    throw new OptionError("databaseUrl", "expected an address such as postgres://host:5432/name");
  oneOf("onChange", onChange, ["fail", "restart-turn", "finish-on-old"]);
  oneOf("onUncertain", onUncertain, ["repeat", "wait"]);
  if (onChange === "finish-on-old" && appVersion === undefined)
    throw new OptionError("onChange", '"finish-on-old" needs an `appVersion`');
  const queues = checkedQueues(options.queues);
  return {
    databaseUrl,
    agents: checkedAgents(options.agents),
    worker: options.worker === false ? undefined : workerOptions(options.worker ?? {}),
    queues,
    agentQueues: checkedAgentQueues(options.agentQueues, queues),
    appVersion,
    onChange,
    onUncertain,
    maxAttempts: wholeNumber("maxAttempts", options.maxAttempts ?? 20, 1, most),
    poolSize: wholeNumber("poolSize", options.poolSize ?? 10, 2, 1_000),
    retryMs: wholeNumber("retryMs", options.retryMs ?? 60_000, 0, longest),
    onError: quiet(options.onError),
    clock: options.clock ?? systemClock,
    checkpointKey: options.checkpointKey,
    texts: new RunTexts(options.encryption),
    rateLimits: checkedLimits(options.rateLimits),
    retentionMs: retentionOf(options.retention),
  };
}

function oneOf(option: string, given: string, choices: readonly string[]): void {
  if (choices.includes(given)) return;
  const listed = choices.map((choice) => JSON.stringify(choice)).join(", ");
  throw new OptionError(option, `expected ${listed}`);
}

function workerOptions(given: DurableWorkerOptions): NonNullable<ResolvedOptions["worker"]> {
  assertKnownOptions(given, ["queues", "leaseMs", "pollMs"], "worker.");
  const { queues, leaseMs = 10_000, pollMs = defaultPollMs } = given;
  return {
    leaseMs: wholeNumber("worker.leaseMs", leaseMs, 100, longest),
    pollMs: wholeNumber("worker.pollMs", pollMs, 1, longest),
    ...(queues === undefined ? {} : { queues }),
  };
}

function checkedQueues(given: DurableRunsOptions["queues"]): ReadonlyMap<string, DurableQueue> {
  const queues = new Map(Object.entries(given ?? {}));
  for (const [name, queue] of queues) {
    const within = `queues.${name}.`;
    if (!/^[\w-]{1,100}$/.test(name))
      throw new OptionError("queues", "expected names of letters, digits, _ and -");
    assertKnownOptions(queue, ["workerConcurrency", "globalConcurrency"], within);
    for (const limit of ["workerConcurrency", "globalConcurrency"] as const)
      if (queue[limit] !== undefined) wholeNumber(`${within}${limit}`, queue[limit], 1, most);
  }
  if (!queues.has(defaultQueue)) queues.set(defaultQueue, {});
  return queues;
}

function checkedLimits(given: DurableRunsOptions["rateLimits"] = {}): RateLimits {
  return new Map(
    Object.entries(given).map(([provider, limited]) => {
      const within = `rateLimits.${provider}.`;
      assertKnownOptions(limited, ["limit", "perMs", "maxWaitMs"], within);
      const { limit, perMs, maxWaitMs = 600_000 } = limited;
      return [
        provider,
        {
          limit: wholeNumber(`${within}limit`, limit, 1, most),
          perMs: wholeNumber(`${within}perMs`, perMs, 1, longest),
          maxWaitMs: wholeNumber(`${within}maxWaitMs`, maxWaitMs, 0, longest),
        },
      ];
    }),
  );
}

function retentionOf(given: DurableRunsOptions["retention"]): number | undefined {
  if (given === undefined) return undefined;
  assertKnownOptions(given, ["endedMs"], "retention.");
  return wholeNumber("retention.endedMs", given.endedMs, 0, Number.MAX_SAFE_INTEGER);
}

function checkedAgentQueues(
  given: DurableRunsOptions["agentQueues"],
  queues: ReadonlyMap<string, DurableQueue>,
): ReadonlyMap<string, string> {
  const checked = new Map(Object.entries(given ?? {}));
  for (const [agent, queue] of checked)
    if (!queues.has(queue))
      throw new OptionError(
        `agentQueues.${agent}`,
        `there is no queue ${JSON.stringify(queue)}: add it to \`queues\``,
      );
  return checked;
}

/** Errors of the callback are ignored, because there is no caller that could catch them. */
function quiet(onError: DurableRunsOptions["onError"]): (error: unknown) => void {
  return (error) => {
    try {
      onError?.(error);
    } catch {
      // The application's callback failed.
    }
  };
}
