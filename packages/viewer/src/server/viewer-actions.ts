// The actions of a page of a live server, such as decisions. The application passes these
// functions, so that this package needs no agents and no stores.

import type { TraceEvent } from "@ptc/core/contracts";
import type { CallDecisionInput, UndecidedRun } from "../page-data.ts";

/** The decisions about a waiting run, by the ids of its calls. */
export interface DecideRequest {
  /** The id of a run of `waiting`. */
  readonly run: string;
  readonly decisions: ReadonlyMap<string, CallDecisionInput>;
  /** The file of the trace on the page, which a resumed run may continue. */
  readonly tracePath: string | undefined;
}

/** An edited program, and the turn that it replaces. */
export interface ReplayRequest {
  readonly turn: number;
  readonly program: string;
  /** The trace on the page. */
  readonly traceId: string;
}

/** The events of a replayed run, and what came of it. */
export interface ReplayedRun {
  /** The events of the replayed run. */
  readonly events: readonly TraceEvent[];
  /** The outcome of the replay, in a sentence. */
  readonly message: string;
}

/** Each function may reject with an error whose message the page shows. */
export interface ViewerActions {
  /** Returns the runs that wait, and their calls. */
  readonly waiting?: () => Promise<readonly UndecidedRun[]>;
  /** Makes decisions and continues the run. Resolves to a sentence when that is done. */
  readonly decide?: (request: DecideRequest) => Promise<string>;
  /** Replays the recorded run with another program for one turn. */
  readonly replay?: (request: ReplayRequest) => Promise<ReplayedRun>;
}
