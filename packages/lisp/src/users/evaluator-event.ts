// The events of an evaluator, for the metrics of an application.

import type { FailReason } from "@ptc/core/contracts";
import type { Quota } from "./refusal.ts";

/** The state of an evaluator at one time. */
export interface EvaluatorLoad {
  readonly running: number;
  readonly waiting: number;
  /** The users it remembers: those with runs, and those whose quotas aren't full again. */
  readonly users: number;
}

/** The work of a run by our own meters. */
export interface UsedWork {
  readonly steps: number;
  readonly bytes: number;
}

/** What happened to a run of a user. The load is the one after the event. */
export type EvaluatorEvent = EvaluatorLoad & { readonly user: string } & (
    | { readonly type: "run-wait" }
    | {
        readonly type: "run-start";
        /** The milliseconds that it waited for its turn. */
        readonly waitMs: number;
      }
    | ({
        readonly type: "run-end";
        readonly runMs: number;
        readonly ok: boolean;
        /** Absent for a run that succeeded or threw. */
        readonly reason?: FailReason;
      } & UsedWork)
    | { readonly type: "run-leave"; readonly waitMs: number }
    | { readonly type: "run-refuse"; readonly quota: Quota; readonly retryAfterMs: number }
  );
