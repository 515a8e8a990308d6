// The options of an evaluation, and the interfaces it needs from its callers.

import type {
  AddressPart,
  Clock,
  EffectAddress,
  RandomSource,
  Tool,
  Tools,
} from "@ptc/core/contracts";
import type { EndOfRun } from "@ptc/core/internal/errors";
import type { FieldFirewall, Value, WorkMeter } from "@ptc/core/values";
import type { CrossingAccount } from "./budget/crossing-account.ts";
import type { HostLosses } from "./host/host-losses.ts";
import type { UsedLibraries } from "./library.ts";
import type { Limits } from "./limits.ts";
import type { RunLibraries } from "./run-libraries.ts";

/** A name that `def` created; `undefined` until bound. */
export interface Cell {
  value: Value | undefined;
}

/** An object that stores data of a run. The run calls `forget` when it ends, to drop that data. */
export interface Remembering {
  forget(): void;
}

/** Task results by id, as stored by `effects/journal.ts`. */
/** Returns the error that ends the run, for an error of the store. */
export type StoreFailed = (error: unknown) => EndOfRun;

export interface TaskResults {
  /** State shared by runs that use the same journal. */
  readonly shared: {
    readonly claimed: (location: EffectAddress) => Promise<void> | undefined;
    readonly around: (path: readonly AddressPart[]) => readonly string[];
    readonly doneElsewhere: (
      id: string,
      path: readonly AddressPart[],
      refused: () => Error,
    ) => Promise<void> | undefined;
    readonly beginWait: (
      id: string,
      path: readonly AddressPart[],
      refused: () => Error,
    ) => () => void;
    readonly begin: (id: string, path: readonly AddressPart[]) => () => void;
    /** The error that ends these runs, because a change could not be stored. */
    readonly failure: EndOfRun | undefined;
    readonly fail: (failure: EndOfRun) => EndOfRun;
  };
  find(id: string, meter: WorkMeter): Value | undefined;
  entryOf(id: string, value: Value, meter: WorkMeter): unknown;
  failedEntry(id: string, error: unknown): unknown;
  keep(id: string, entry: unknown, failed: StoreFailed): Promise<unknown> | undefined;
  forget(id: string, failed: StoreFailed): Promise<unknown> | undefined;
  /** All entries, for the application to store; undefined if runs share them. */
  readonly own: Readonly<Record<string, unknown>> | undefined;
}

/** The settings of a prepared program, and the journal of its run. */
export interface ProgramSettings {
  readonly limits: Limits;
  readonly tools: ReadonlyMap<string, Tool>;
  /** The tools as they were given, for runs in passes. */
  readonly given?: Tools | undefined;
  /** Task results; undefined without the option `journal`. */
  readonly journal: TaskResults | undefined;
  /** The time when the run began, if that was before its code was loaded. */
  readonly startedAt?: number | undefined;
  /** The time in milliseconds that it had computed when it started again at `resumedAt`. */
  readonly usedMs?: number;
  readonly resumedAt?: number;
  /** The seed of its random numbers, if it was drawn before the run started again. */
  readonly seed?: number | undefined;
  /**
   * Set for a run without effects that starts again. `only`: it runs again to yield to the host.
   * `none`: it creates lazy sequences, so it doesn't yield.
   */
  readonly turns?: "only" | "none";
  /** The amount of work after which code is generated; undefined: never. */
  readonly generation?: Generation | undefined;
  /** Warnings about the program, found before its runs. */
  readonly warnings?: readonly string[] | undefined;
  /** The libraries of the host, and those that the program uses. */
  readonly libraries?: RunLibraries | undefined;
  readonly usedLibraries?: UsedLibraries | undefined;
}

/** The elements of a lazy sequence to compute if the value that contains it is only shown. */
export interface ShownElements {
  /** The number of elements of each collection that are shown, from 1. */
  readonly count: number;
  /** True to compute all elements of sequences, unless they are known to have no end. */
  readonly isWhole?: boolean;
}

/** The work after which closures are replaced by generated code. */
export interface GenerateAfter {
  /** Calls of a function. */
  readonly calls: number;
  /** Iterations of a loop. */
  readonly turns: number;
}

/** Settings for generating code. */
export interface Generation {
  /** Calls of a function and iterations of a loop between checks whether it is hot. */
  readonly calls: number;
  readonly turns: number;
  /** The work after which code is hot (see compile/heat.ts); 0: immediately. */
  readonly work: number;
}

/** Names that have a value before the program starts. */
export interface NamedValues {
  readonly size: number;
  entries(): Iterable<readonly [string, Value]>;
  /** The lazy sequences in the values, by their keys; undefined without any. */
  readonly sequences: { readonly states: ReadonlyMap<object, object> } | undefined;
}

/**
 * Counts what a run does without waiting for its host. If both counts are equal and no work is
 * left at the start of an event-loop task, the run can continue only when a tool, the journal's
 * store or the clock's `sleep` settles.
 */
export interface RunActivity {
  /** Called in pairs with `leave`. */
  enter(): void;
  leave(): void;
  /** Called with work that is left until it settles or `signal` is aborted. */
  during(work: PromiseLike<unknown>, signal?: AbortSignal): void;
}

/** The options of one run. */
export interface EvaluationOptions {
  readonly activity: RunActivity | undefined;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Aborts the run; without a signal, the run can't be aborted. */
  readonly signal: AbortSignal | undefined;
  /** True if tool time counts as the program's time. */
  readonly chargeToolTime: boolean;
  readonly context: Value;
  readonly crossing: CrossingAccount;
  readonly losses: HostLosses;
  /** Milliseconds that the program computes before the host gets a turn. */
  readonly yieldMs: number;
  readonly history: readonly Value[];
  readonly memory: NamedValues;
  /** The run part of effect addresses. Derived from the seed if the caller doesn't set it. */
  readonly runId: string | undefined;
  readonly turn: number;
  /** Additional values for `(budget/remaining)` from the host. */
  readonly budget: Readonly<Record<string, unknown>> | undefined;
  /**
   * True if texts that the program makes of collections show `<Firewalled>` for fields whose name
   * starts with `_`.
   */
  readonly hideFirewalled: boolean;
  /** Records which values the program reads from firewalled fields. */
  readonly firewall: FieldFirewall | undefined;
}
