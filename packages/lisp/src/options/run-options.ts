// The options of a run, as a caller gives them.

import type {
  Clock,
  JournalEntries,
  RandomSource,
  StandardSchema,
  Tools,
  TraceScope,
} from "@ptc/core/contracts";
import type { FieldFirewall, HostCollections, Value } from "@ptc/core/values";
import type { JournalStore } from "../effects/journal.ts";
import type { GenerateAfter } from "../evaluation/evaluation-options.ts";
import type { Limits } from "../evaluation/limits.ts";
import type { Memory } from "../persistence/memory.ts";

/** What a program is prepared with. */
export interface PrepareOptions {
  /** Functions the program can call as `(tool/name {…})`. */
  readonly tools?: Tools;
  readonly limits?: Partial<Limits>;
  /** Names that will be in memory when the program runs. */
  readonly memoryNames?: Iterable<string>;
  /**
   * The context the program will run over, or one with the same fields: `data/…` that it lacks is
   * then a mistake of the source. Without it that shows when the program runs.
   */
  readonly context?: Readonly<Record<string, unknown>>;
  /** Times the analysis of a source against `limits.timeoutMs`. */
  readonly clock?: Clock;
  /**
   * Whether functions and loops that run hot become generated JavaScript, which does the same, with
   * the same steps, limits and errors, in less time. Default `auto`: where the host lets code be
   * made from text. `never`: the program runs as closures. Numbers say after how many calls and
   * turns something is hot; `{ calls: 0, turns: 0 }` generates everything at once, for tests.
   */
  readonly generate?: "auto" | "never" | GenerateAfter;
}

/** What one run of a prepared program is given. */
export interface ProgramRunOptions<Return = unknown> {
  /**
   * Read-only input, which the program reads as `data/…`. It is read in place, never copied or
   * written, and must not change during the run.
   */
  readonly context?: Readonly<Record<string, unknown>>;
  /**
   * Tools in place of those that the program was prepared with, all of which must be among them:
   * for functions that belong to one run, such as those of one user's connection.
   */
  readonly tools?: Tools;
  /** What earlier programs defined, or host values by name. */
  readonly memory?: Memory | Readonly<Record<string, unknown>>;
  /** A Standard Schema the returned value must meet. */
  readonly returns?: StandardSchema<Return>;
  readonly signal?: AbortSignal;
  /**
   * Whether time in tools counts against `limits.timeoutMs`; default false. With it a program that
   * waits ends when its time is over, and the signal of its open tools is aborted.
   */
  readonly chargeToolTime?: boolean;
  /** Results of earlier programs for `*1 *2 *3`, newest first. */
  readonly history?: readonly Value[];
  /**
   * How maps and sets are handed over; default `plain`. With `language` nothing is converted:
   * `return` is the language value itself, for callers that print it.
   */
  readonly collections?: HostCollections | "language";
  /**
   * Freezes the context first, to find a host that changes it during the run. For development: it
   * walks all of it.
   */
  readonly freeze?: boolean;
  /**
   * Whether reading a value of the host that is no data (a promise, a stream, an instance that
   * hides its data) ends the program with a `type_error`; default false: the step has a warning.
   */
  readonly strictData?: boolean;
  /**
   * How long the program computes, in milliseconds, before the host gets a turn: its timers go on,
   * and `signal` is seen. Default 8; a program without effects begins with it after six times as
   * long. Infinity: never.
   */
  readonly yieldMs?: number;
  readonly clock?: Clock;
  readonly random?: RandomSource;
  /** Where trace events go. */
  readonly trace?: TraceScope;
  /** The run's part of effect addresses; default: random. */
  readonly runId?: string;
  /** The turn's part of effect addresses; default 1. */
  readonly turn?: number;
  /**
   * Results of tasks by id, as an earlier step's `journal` holds them or as the application writes
   * them: plain JSON reads as itself. Without it `task` evaluates its body every time. Runs that
   * are given the same `JournalEntries` share them while they run; their steps have no `journal`.
   */
  readonly journal?: Readonly<Record<string, unknown>> | JournalEntries;
  /**
   * Keeps each change of the journal before the program goes on, so that no result is lost however
   * the process ends. A promise is awaited. Where it throws or rejects, the run ends with
   * `journal_failed`.
   */
  readonly onJournal?: JournalStore;
  /** What `(budget/remaining)` answers besides the budget of the run itself: turns, tokens. */
  readonly budget?: Readonly<Record<string, unknown>>;
  /**
   * Shows `<Firewalled>` in place of fields whose name starts with `_` in the texts a program makes
   * of collections: what it prints, JSON included, and what `str`, `pr-str` and `format` make. For
   * programs whose prints a model reads; default: false. Texts of errors hide these fields in any
   * case.
   */
  readonly hideFirewalled?: boolean;
  /**
   * Is told what the program reads out of firewalled fields, and says which fields are: a
   * `Firewall` of `@ptc/core/firewall`, which masks the values in texts for whoever may not see
   * them. Default: that of the trace, if it has one.
   */
  readonly firewall?: FieldFirewall;
}

/** The options of `run`: what the program is given, what it may use, how it is watched. */
export type LispRunOptions<Return = unknown> = Omit<PrepareOptions, "memoryNames" | "context"> &
  Omit<ProgramRunOptions<Return>, "tools">;
