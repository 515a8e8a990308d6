// How the suite opens runs. One file of tests for each kind of runs names its factory:
//
//   testRuns({ name: "runs in memory", create: … })

import type { Clock } from "@ptc/core/contracts";
import type { DurableRuns } from "@ptc/dbos";
import type { RunsOptions } from "@ptc/subagent/runs";
import type { SuiteClock } from "./suite-clock.ts";

/** The methods that `createRuns` and `createDurableRuns` share. */
export type SuiteRuns = Pick<
  DurableRuns,
  "start" | "get" | "list" | "decide" | "resume" | "cancel" | "watch" | "close"
>;

/** The options that they share. */
export type SuiteOptions = Pick<
  RunsOptions,
  "appVersion" | "checkpointKey" | "encryption" | "maxAttempts" | "onChange" | "retention"
> &
  Partial<Pick<RunsOptions, "agents">> & {
    /** False: a process that only starts and decides. A case has at most one worker at a time. */
    readonly worker?: false;
  };

/** The options with which a factory opens runs. */
export interface OpenOptions extends SuiteOptions {
  readonly agents: RunsOptions["agents"];
  readonly clock: Clock;
  /** Receives errors in the background. */
  readonly onError: (error: unknown) => void;
}

/** The database of one case. */
export interface RunsData {
  /** Opens the runs, as another process would. */
  readonly open: (options: OpenOptions) => Promise<SuiteRuns>;
  /** Returns everything that is stored. */
  readonly stored: () => Promise<string>;
  /** Replaces the stored input of a run, as someone with the database could. */
  readonly damage: (id: string, text: string) => Promise<void>;
  /** Called after the case has closed its runs. */
  readonly remove: () => Promise<void>;
}

/** Runs to test. */
export interface RunsFactory {
  readonly name: string;
  /** Returns a database without runs. */
  readonly create: (clock: Clock) => Promise<RunsData>;
}

/** The argument of a case. */
export interface CaseContext {
  readonly clock: SuiteClock;
  /** The ids of the calls that `pay` of the agents got. */
  readonly paid: string[];
  /** The errors in the background. */
  readonly errors: unknown[];
  /** Opens the runs with the agents of `pay-agents.ts`. The suite closes them. */
  readonly open: (options?: SuiteOptions) => Promise<SuiteRuns>;
  readonly stored: RunsData["stored"];
  readonly damage: RunsData["damage"];
}

/** One guarantee of runs. */
export interface RunsCase {
  /** A sentence, with a run as subject. */
  readonly title: string;
  readonly run: (context: CaseContext) => Promise<void>;
}
