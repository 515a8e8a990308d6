// The options of an evaluator for many users, and their checks.

import type { Clock } from "@ptc/core/contracts";
import { systemClock } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { assertKnownOptions, wholeNumber } from "@ptc/core/internal/errors";
import type { EvaluatorEvent } from "./evaluator-event.ts";

/** Quotas of each user. All are whole numbers; an absent one doesn't limit. */
export interface UserQuotas {
  /**
   * The steps of the user's programs per minute. A run pays when it has ended, so the user may
   * exceed this by what `limits.steps` allows to the runs under way. The debt counts.
   */
  readonly steps?: number;
  /** The bytes charged to the user's programs for memory per minute, paid as `steps`. */
  readonly bytes?: number;
  /** The runs that the user may have at a time. More runs wait. */
  readonly concurrent?: number;
  /** The runs that the user may begin per minute. Refused runs don't count. */
  readonly perMinute?: number;
  /** The runs of the user that may wait; default 100. More runs are refused. */
  readonly waiting?: number;
}

/** The options of `createEvaluator`, except its pool. */
export interface EvaluatorOptions {
  readonly perUser?: UserQuotas;
  /**
   * Whether the user with the least work so far is next. Default true. If false, runs start in the
   * order of their arrival.
   */
  readonly fair?: boolean;
  /** The runs at a time; default: the size of the pool, or 10 without a pool. */
  readonly concurrent?: number;
  /** The runs of all users that may wait; default 10,000. More runs are refused. */
  readonly waiting?: number;
  /**
   * The users to remember at a time; default 20,000. A user is forgotten when no run is left and
   * all quotas are full again. More users are refused, because forgetting one would forgive debts.
   */
  readonly users?: number;
  /** Receives an event for each change. Its errors are ignored. */
  readonly metrics?: (event: EvaluatorEvent) => void;
  /** Measures the minutes of the quotas; default: the host's clock. */
  readonly clock?: Pick<Clock, "monotonic">;
}

/** The checked options. */
export interface ResolvedEvaluatorOptions {
  readonly perUser: UserQuotas & { readonly concurrent: number; readonly waiting: number };
  readonly fair: boolean;
  readonly concurrent: number;
  readonly waiting: number;
  readonly users: number;
  readonly metrics: (event: EvaluatorEvent) => void;
  readonly clock: Pick<Clock, "monotonic">;
}

const optionNames: readonly string[] = [
  "perUser",
  "fair",
  "pool",
  "concurrent",
  "waiting",
  "users",
  "metrics",
  "clock",
] satisfies readonly (keyof EvaluatorOptions | "pool")[];

const quotaNames = ["steps", "bytes", "concurrent", "perMinute", "waiting"] as const;

/** @throws OptionError */
export function resolveEvaluatorOptions(
  options: EvaluatorOptions,
  poolSize: number | undefined,
): ResolvedEvaluatorOptions {
  assertKnownOptions(options, optionNames);
  const { perUser = {}, fair = true, metrics = () => undefined, clock = systemClock } = options;
  assertKnownOptions(perUser, quotaNames, "perUser.");
  for (const name of quotaNames) positive(`perUser.${name}`, perUser[name] ?? 1);
  // JavaScript callers may pass anything.
  if (typeof (fair as unknown) !== "boolean") throw new OptionError("fair", "expected a boolean");
  if (typeof (metrics as unknown) !== "function")
    throw new OptionError("metrics", "expected a function");
  const concurrent = positive("concurrent", options.concurrent ?? poolSize ?? 10);
  return {
    perUser: {
      ...perUser,
      concurrent: perUser.concurrent ?? concurrent,
      waiting: perUser.waiting ?? 100,
    },
    fair,
    concurrent,
    waiting: positive("waiting", options.waiting ?? 10_000),
    users: positive("users", options.users ?? 20_000),
    metrics,
    clock,
  };
}

function positive(name: string, value: number): number {
  return wholeNumber(name, value, 1, Number.MAX_SAFE_INTEGER);
}
