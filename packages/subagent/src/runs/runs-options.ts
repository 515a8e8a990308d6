// The options of `createRuns`.

import { OptionError } from "@ptc/core/errors";
import { systemClock, type Clock, type RandomSource } from "@ptc/core/contracts";
import { isObject } from "@ptc/core/internal/host";
import { encryptedStore, type RunStore, type StoreKeys } from "@ptc/core/store";
import type { CheckpointOptions } from "@ptc/lisp";
import {
  knownOptions,
  oneOf,
  optionalText,
  timerMilliseconds,
  wholeNumber,
  wrongOption,
} from "../options/option-checks.ts";
import { checkedAgents, type RunAgent, type RunAgents } from "./run-agents.ts";
import type { StepJson } from "../step-json/step-schema.ts";

/** The options of the worker of this process. */
export interface WorkerOptions {
  /** The number of runs that may be running at once. Default 10. */
  readonly concurrency?: number;
  /**
   * The time after which another worker continues a run whose lease isn't renewed, in
   * milliseconds. Default 30,000.
   */
  readonly leaseMs?: number;
  /** Names the worker. It must be another name in each process. Default: random. */
  readonly owner?: string;
}

/** An error in the background. */
export interface RunErrorInfo {
  /** The run that it is about, if any. */
  readonly id?: string;
  /** The step of a mission that ended because its store failed. It isn't stored. */
  readonly step?: StepJson;
}

/** The options of `createRuns`. */
export interface RunsOptions extends Pick<CheckpointOptions, "checkpointKey"> {
  readonly store: RunStore;
  /** Agents by name, or functions that return them. Names are stored, so don't change them. */
  readonly agents: RunAgents;
  /** False: this process only starts, lists and decides. Default: it works on runs, too. */
  readonly worker?: false | WorkerOptions;
  /**
   * The keys that encrypt snapshots and entries (`encryptedStore` of `@ptc/core/store`), firewalled
   * values included. Default: nothing is encrypted, firewalled values aren't stored, and the
   * functions in `agents` add them. Every process needs the same keys.
   */
  readonly encryption?: StoreKeys;
  /** The version of the application, for `onChange`. Default: none. */
  readonly appVersion?: string;
  /**
   * For runs that began with another prompt, tool or option. `fail`: the run fails, and
   * `resume(id)` tries again. `restart-turn`: the turn that differs begins again.
   * `finish-on-old`: workers continue only runs of their own `appVersion`. Default `fail`.
   */
  readonly onChange?: "fail" | "restart-turn" | "finish-on-old";
  /**
   * For calls that were under way when a process was killed. `wait`: a person decides about them.
   * `repeat`: they are made again with the same `callId`, which must be the idempotency key of
   * their service. Default `wait`.
   */
  readonly onUncertain?: "wait" | "repeat";
  /** The attempts without an end or a pause after which a run counts as failed. Default 20. */
  readonly maxAttempts?: number;
  /** Deletes runs this long after their end. Default: they are kept. */
  readonly retention?: { readonly endedMs: number };
  /** Called for errors in the background, such as a store that can't be reached. */
  readonly onError?: (error: unknown, info: RunErrorInfo) => void;
  readonly clock?: Clock;
  /** Makes the ids of runs and of the worker. Default: random numbers that can't be guessed. */
  readonly random?: RandomSource;
}

/** The checked options with defaults. */
export interface ResolvedRunsOptions {
  readonly store: RunStore;
  readonly agents: ReadonlyMap<string, RunAgent>;
  readonly worker:
    (Required<Omit<WorkerOptions, "owner">> & { readonly owner?: string }) | undefined;
  readonly isEncrypted: boolean;
  readonly appVersion: string | undefined;
  readonly onChange: NonNullable<RunsOptions["onChange"]>;
  readonly onUncertain: NonNullable<RunsOptions["onUncertain"]>;
  readonly maxAttempts: number;
  readonly retentionMs: number | undefined;
  readonly onError: (error: unknown, info: RunErrorInfo) => void;
  readonly checkpointKey: CheckpointOptions["checkpointKey"];
  readonly clock: Clock;
  readonly random: RandomSource | undefined;
}

const names = [
  "store",
  "agents",
  "worker",
  "encryption",
  "appVersion",
  "onChange",
  "onUncertain",
  "maxAttempts",
  "retention",
  "onError",
  "checkpointKey",
  "clock",
  "random",
] as const satisfies readonly (keyof RunsOptions)[];

const storeMethods = ["load", "append", "list", "lease", "renew", "release", "watch"] as const;

/** @throws OptionError */
export function resolvedOptions(options: RunsOptions): ResolvedRunsOptions {
  knownOptions(options, names);
  const { store, worker = {}, encryption, appVersion, onChange = "fail", retention } = options;
  if (!isObject(store) || storeMethods.some((name) => typeof store[name] !== "function"))
    throw wrongOption("store", "expected a store, such as createMemoryStore()", store);
  optionalText("appVersion", appVersion);
  oneOf("onChange", onChange, ["fail", "restart-turn", "finish-on-old"]);
  if (onChange === "finish-on-old" && appVersion === undefined)
    throw new OptionError("onChange", '"finish-on-old" needs an `appVersion`');
  if (retention !== undefined) {
    knownOptions(retention, ["endedMs"], "retention.");
    wholeNumber("retention.endedMs", retention.endedMs, 0);
  }
  for (const name of ["onError", "random"] as const)
    if (options[name] !== undefined && typeof options[name] !== "function")
      throw wrongOption(name, "expected a function", options[name]);
  return {
    store: encryption === undefined ? store : encryptedStore(store, encryption),
    agents: checkedAgents(options.agents),
    worker: worker === false ? undefined : workerOptions(worker),
    isEncrypted: encryption !== undefined,
    appVersion,
    onChange,
    onUncertain: oneOf("onUncertain", options.onUncertain ?? "wait", ["wait", "repeat"]),
    maxAttempts: wholeNumber("maxAttempts", options.maxAttempts ?? 20, 1),
    retentionMs: retention?.endedMs,
    onError: quiet(options.onError),
    checkpointKey: options.checkpointKey,
    clock: options.clock ?? systemClock,
    random: options.random,
  };
}

function workerOptions(given: WorkerOptions): NonNullable<ResolvedRunsOptions["worker"]> {
  knownOptions(given, ["concurrency", "leaseMs", "owner"], "worker.");
  const { concurrency = 10, leaseMs = 30_000, owner } = given;
  optionalText("worker.owner", owner);
  return {
    concurrency: wholeNumber("worker.concurrency", concurrency, 1),
    leaseMs: timerMilliseconds("worker.leaseMs", leaseMs),
    ...(owner === undefined ? {} : { owner }),
  };
}

/** Errors of the callback are ignored, because there is no caller that could catch them. */
function quiet(
  onError: RunsOptions["onError"] = () => undefined,
): NonNullable<RunsOptions["onError"]> {
  return (error, info) => {
    try {
      onError(error, info);
    } catch {
      // The application's callback failed.
    }
  };
}
