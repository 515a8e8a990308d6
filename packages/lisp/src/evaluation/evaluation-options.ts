// What an evaluation is given, and what it asks of those who give it.

import type { AddressPart, Clock, RandomSource, Tool } from "@ptc/core/contracts";
import type { FieldFirewall, Value, WorkMeter } from "@ptc/core/values";
import type { CrossingAccount } from "./budget/crossing-account.ts";
import type { HostLosses } from "./host/host-losses.ts";
import type { Limits } from "./limits.ts";

/** A name made by `def`; `undefined` until bound. */
export interface Cell {
  value: Value | undefined;
}

/** Something that keeps data of a run, and drops it when the run ends and calls `forget`. */
export interface Remembering {
  forget(): void;
}

/** Results of tasks by id, as `effects/journal.ts` keeps them. */
export interface TaskResults {
  /** What runs that share the journal know of each other. */
  readonly shared: {
    readonly around: (path: readonly AddressPart[]) => readonly string[];
    readonly doneElsewhere: (id: string) => Promise<void> | undefined;
    readonly begin: (id: string, path: readonly AddressPart[]) => () => void;
  };
  find(id: string, meter: WorkMeter): Value | undefined;
  entryOf(id: string, value: Value, meter: WorkMeter): unknown;
  failedEntry(error: unknown): unknown;
  keep(id: string, entry: unknown): PromiseLike<unknown> | undefined;
  forget(id: string): PromiseLike<unknown> | undefined;
  /** All entries, for the application to keep; undefined where runs share them. */
  readonly own: Readonly<Record<string, unknown>> | undefined;
}

/** What a program was prepared with, and the journal of its run. */
export interface ProgramSettings {
  readonly limits: Limits;
  readonly tools: ReadonlyMap<string, Tool>;
  /** Results of tasks; undefined without the option `journal`. */
  readonly journal: TaskResults | undefined;
  /** When the run began, where that was before its code was there. */
  readonly startedAt?: number | undefined;
  /**
   * Of a run without effects that is run again: `only` to let the host go on, or, for it makes lazy
   * sequences, without doing that (`none`).
   */
  readonly turns?: "only" | "none";
  /** After how much work code is generated; without it none is. */
  readonly generation?: Generation | undefined;
}

/** After how much of the work of closures code is generated. */
export interface GenerateAfter {
  /** Calls of a function. */
  readonly calls: number;
  /** Turns of a loop. */
  readonly turns: number;
}

/** How generated code comes about. */
export interface Generation {
  /** After so many calls of a function, and turns of a loop, somebody looks whether it is hot. */
  readonly calls: number;
  readonly turns: number;
  /** It is after so much work, see compile/heat.ts; 0: at once. */
  readonly work: number;
}

/** Names that have a value before the program starts. */
export interface NamedValues {
  readonly size: number;
  entries(): Iterable<readonly [string, Value]>;
}

/** What one run is given. */
export interface EvaluationOptions {
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Aborts the run; without a signal nothing can. */
  readonly signal: AbortSignal | undefined;
  /** Whether the time that tools take counts as the program's own. */
  readonly chargeToolTime: boolean;
  readonly context: Value;
  readonly crossing: CrossingAccount;
  readonly losses: HostLosses;
  /** How long the program computes before the host gets a turn. */
  readonly yieldMs: number;
  readonly history: readonly Value[];
  readonly memory: NamedValues;
  /** The run's part of effect addresses; derived from the seed where the caller gives none. */
  readonly runId: string | undefined;
  readonly turn: number;
  /** What the host adds to `(budget/remaining)`. */
  readonly budget: Readonly<Record<string, unknown>> | undefined;
  /**
   * Whether texts that the program makes of collections show `<Firewalled>` in place of fields
   * whose name starts with `_`.
   */
  readonly hideFirewalled: boolean;
  /** Is told what the program reads out of firewalled fields. */
  readonly firewall: FieldFirewall | undefined;
}
