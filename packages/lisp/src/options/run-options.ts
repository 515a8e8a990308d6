// The options of a run, as callers pass them.

import type { Clock, RandomSource, StandardSchema, Tools, TraceScope } from "@ptc/core/contracts";
import type { JournalEntries } from "@ptc/core/internal/journal";
import type { FieldFirewall, HostCollections, Value } from "@ptc/core/values";
import type { JournalStore } from "../effects/journal.ts";
import type {
  GenerateAfter,
  RunActivity,
  ShownElements,
} from "../evaluation/evaluation-options.ts";
import type { Limits } from "../evaluation/limits.ts";
import type { Libraries } from "../analysis/known-libraries.ts";
import type { Policy } from "../policy/policy.ts";
import type { Memory } from "../persistence/memory.ts";

/** Options for preparing a program. */
export interface PrepareOptions {
  /** Functions the program can call as `(tool/name {…})`. */
  readonly tools?: Tools;
  readonly limits?: Partial<Limits>;
  /** Names that will be in memory when the program runs. */
  readonly memoryNames?: Iterable<string>;
  /**
   * The context that the program will run with, or one with the same fields. References to missing
   * fields of `data/…` are then reported as mistakes in the source. Without this option, they are
   * reported when the program runs.
   */
  readonly context?: Readonly<Record<string, unknown>>;
  /** Measures the analysis of a source against `limits.timeoutMs`. */
  readonly clock?: Clock;
  /**
   * Whether hot functions and loops are compiled to generated JavaScript. It runs faster and has
   * the same results, steps, limits and errors. Default `auto`: generates code if the host allows
   * it. `never`: runs the program as closures. An object sets the number of calls and loop turns
   * after which code is hot; `{ calls: 0, turns: 0 }` generates everything immediately, for tests.
   */
  readonly generate?: "auto" | "never" | GenerateAfter;
  /**
   * Functions that the program can require: the sources of libraries by their names, or the result
   * of `createLibraries`, which is checked and compiled once for any number of programs. An object
   * of sources is checked at its first use; pass the same object again to share the work.
   */
  readonly libraries?: Readonly<Record<string, string>> | Libraries;
}

/** Options for one run of a prepared program. */
export interface ProgramRunOptions<Return = unknown> {
  /**
   * Read-only input, which the program reads as `data/…`. It is read in place, never copied or
   * written, and must not change during the run.
   */
  readonly context?: Readonly<Record<string, unknown>>;
  /**
   * Replaces tools of the prepared program, for functions that belong to one run, such as those of
   * one user's connection. The program must have been prepared with tools of these names.
   */
  readonly tools?: Tools;
  /** The memory that earlier programs left, or host values by name. */
  readonly memory?: Memory | Readonly<Record<string, unknown>>;
  /** A Standard Schema that validates the returned value. */
  readonly returns?: StandardSchema<Return>;
  readonly signal?: AbortSignal;
  /**
   * Whether time in tools counts against `limits.timeoutMs`; default false. If true, a waiting
   * program ends when its time is over, and the signal of its open tool calls is aborted.
   */
  readonly chargeToolTime?: boolean;
  /** Results of earlier programs for `*1 *2 *3`, newest first. */
  readonly history?: readonly Value[];
  /**
   * How maps and sets are converted for the host; default `plain`. With `language`, nothing is
   * converted: `return` is the language value itself, for callers that print it.
   */
  readonly collections?: HostCollections | "language";
  /**
   * The meaning of a last value that the program doesn't `return`. `return` (default): it is the
   * result, so it is converted for the host, and the program fails if it can't be. `show`:
   * someone only looks at it. The program then doesn't fail if it can't be converted. The step's
   * `return` contains Maps and Sets, or its text, and `unreturnable` gives the reason. Of each lazy
   * sequence in it, only the first 20 or `count` elements are computed; if one fails, the program
   * fails. A sequence that may have more can't be converted. Ignored with `returns`.
   */
  readonly lastValue?: "return" | "show" | ShownElements;
  /**
   * Whether to freeze the context first, to find a host that changes it during the run. For
   * development: it visits the whole context.
   */
  readonly freeze?: boolean;
  /**
   * Whether the program ends with a `type_error` when it reads a host value that isn't data: a
   * promise, a stream, or an instance that hides its data. Default false: the step has a warning
   * instead.
   */
  readonly strictData?: boolean;
  /**
   * Milliseconds that the program computes before the host gets a turn, in which its timers run
   * and `signal` is checked. Default 8, and half while other runs wait for their turn; a program
   * without effects first yields after five times as long. Infinity: never.
   */
  readonly yieldMs?: number;
  readonly clock?: Clock;
  readonly random?: RandomSource;
  /** Receives the trace events. */
  readonly trace?: TraceScope;
  /** The run part of effect addresses; default: random. */
  readonly runId?: string;
  /** The turn part of effect addresses; default 1. */
  readonly turn?: number;
  /**
   * Task results by id, from the `journal` of an earlier step or written by the application. Plain
   * JSON is read as it is, except for names that begin with `$`, which are tags of stored values:
   * write an object with such names as `{ $fields: [["$ref", "x"]] }`. Without a journal, `task`
   * evaluates its body every time. Runs that receive the same `JournalEntries` share them while
   * they run; their steps have no `journal`.
   */
  readonly journal?: Readonly<Record<string, unknown>> | JournalEntries;
  /**
   * Stores each change of the journal before the program continues, so that no result is lost if
   * the process ends. A promise is awaited. If it throws or rejects, the run ends with
   * `journal_failed`.
   */
  readonly onJournal?: JournalStore;
  /**
   * Values that `(budget/remaining)` returns in addition to the budget of the run itself, such as
   * turns and tokens. Its fields are read at each call, so getters return current values.
   */
  readonly budget?: Readonly<Record<string, unknown>>;
  /**
   * Whether text that a program makes of collections shows `<Firewalled>` for fields whose name
   * starts with `_`. This applies to prints, JSON included, and to `str`, `pr-str` and `format`.
   * For programs whose prints a model reads; default: false. Error messages always hide these
   * fields.
   */
  readonly hideFirewalled?: boolean;
  /**
   * Decides which fields are firewalled and records values that the program reads from them. Pass
   * a `Firewall` of `@ptc/core/firewall`, which masks these values in texts for readers without
   * access. Default: the firewall of the trace, if it has one.
   */
  readonly firewall?: FieldFirewall;
  /**
   * Counts what the run does by itself: computing in more than one event-loop task, loading code,
   * checking schemas and collecting async iterables. If you also count the calls of your tools, of
   * `onJournal` and of the clock's `sleep`, you know when the run can't continue by itself; for
   * example, because it waits for an approval.
   */
  readonly activity?: RunActivity;
  /**
   * Which calls of tools may be made: rules, of which the first one that matches decides, or a
   * function. A call that no rule matches is allowed if its tool declares `effect: "read"`, and
   * otherwise waits for a decision. A program that certainly makes a denied call fails before it
   * runs. Pass the policy to `resume` again. Default: no policy.
   */
  readonly policy?: Policy;
}

/** A secret of at least 16 bytes, as bytes or as text. */
export type CheckpointSecret = string | Uint8Array;

/** Options for the checkpoint of a run that waits. */
export interface CheckpointOptions {
  /**
   * Signs the checkpoint, because it may pass through strangers' hands: a secret of at least 16
   * bytes. `resume` then needs the same key, and refuses a changed checkpoint. Without this key,
   * readers of a checkpoint can test guesses of short firewalled values with its digests.
   */
  readonly checkpointKey?: CheckpointSecret;
  /**
   * Encrypts firewalled values of results in the checkpoint: a secret of at least 16 bytes.
   * `resume` needs the same key. Without it, the checkpoint omits them: `resume` takes
   * them from the context and the memory, and fails if a tool returned others.
   */
  readonly encryptionKey?: CheckpointSecret;
  /**
   * Whether the checkpoint includes the context. Default false: pass the same context to
   * `resume`, which compares a digest.
   */
  readonly keepContext?: boolean;
}

/** The options of `run`: for preparing the program and for its run. */
export type LispRunOptions<Return = unknown> = Omit<PrepareOptions, "memoryNames" | "context"> &
  Omit<ProgramRunOptions<Return>, "tools">;
