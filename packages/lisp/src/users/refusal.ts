// The answer to a run that may not begin now.

import type { Fail } from "@ptc/core/contracts";

/**
 * The quota for which a run is refused: one of the user's, or a bound of the evaluator (`server`:
 * the runs that wait, `users`: the users that it remembers).
 */
export type Quota = "steps" | "bytes" | "perMinute" | "waiting" | "server" | "users";

/** A run that didn't begin, because of a quota. In HTTP terms: status 429 with `Retry-After`. */
export interface Refusal {
  readonly ok: false;
  readonly status: "refused";
  readonly quota: Quota;
  /** The whole milliseconds after which a new request can succeed, at least 1. */
  readonly retryAfterMs: number;
  /** Its reason is `rate_limited`. */
  readonly fail: Fail;
}

const quotas: Readonly<
  Record<Quota, { readonly option: string; readonly unit: string; readonly problem: string }>
> = {
  steps: {
    option: "perUser.steps",
    unit: "steps per minute",
    problem: "the user's programs have used up their",
  },
  bytes: {
    option: "perUser.bytes",
    unit: "bytes per minute",
    problem: "the user's programs have used up their",
  },
  perMinute: {
    option: "perUser.perMinute",
    unit: "runs per minute",
    problem: "the user has used up the",
  },
  waiting: {
    option: "perUser.waiting",
    unit: "waiting runs",
    problem: "the user already has",
  },
  server: { option: "waiting", unit: "waiting runs", problem: "the server already has" },
  users: { option: "users", unit: "active users", problem: "the server already has" },
};

export function refusalOf(quota: Quota, value: number, waitMs: number): Refusal {
  const { option, unit, problem } = quotas[quota];
  const retryAfterMs = Math.max(1, Math.ceil(waitMs));
  const seconds = String(Math.ceil(retryAfterMs / 1000));
  return {
    ok: false,
    status: "refused",
    quota,
    retryAfterMs,
    fail: {
      reason: "rate_limited",
      message: `${problem} ${String(value)} ${unit}: try again in ${seconds} s (option ${option})`,
      details: { kind: "rate_limited", limit: { option, value, unit } },
    },
  };
}
