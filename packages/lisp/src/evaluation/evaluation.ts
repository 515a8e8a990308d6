// One evaluation of one program: what all its branches share. Time is counted only while some branch runs: a tool
// that takes a minute takes none of the program's own time.

import { randomHexId, type Clock, type RandomSource, type Tool, type TraceScope } from "@ptc/core/contracts";
import type { Value } from "@ptc/core/values";
import type { PatternCache } from "../builtins/pattern-cache.ts";
import { AbortWaits } from "./abort-waits.ts";
import type { BranchWaits } from "./branch-waits.ts";
import { CancelledError, LimitError } from "./errors.ts";
import type { Journal } from "./journal.ts";
import type { Limits } from "./limits.ts";
import type { ToolTable } from "./tool-table.ts";

/** A name made by `def`; `undefined` until bound. */
export interface Cell {
  value: Value | undefined;
}

/** What remembers something of a run, until it is told to forget it. */
export interface Remembering {
  forget(): void;
}

export interface EvaluationOptions {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Aborts the run; without one nothing does. */
  readonly signal: AbortSignal | undefined;
  readonly tools: ToolTable;
  readonly context: Value;
  readonly history: readonly Value[];
  readonly memory: Iterable<readonly [string, Value]>;
  readonly trace: TraceScope;
  /** Drawn when an effect first asks for it, where none is given. */
  readonly runId: string | undefined;
  readonly turn: number;
  /** Whether the program was compiled for calls that may yield a promise. */
  readonly mayAwait: boolean;
  /** Results of tasks; absent without the option. */
  readonly journal: Journal | undefined;
  /** What the host adds to `(budget/remaining)`. */
  readonly budget: Readonly<Record<string, unknown>> | undefined;
}

export class Evaluation {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly tools: ToolTable;
  /** `data/…`: a map, usually of the host. */
  readonly context: Value;
  /** `*1 *2 *3`, newest first. */
  readonly history: readonly Value[];
  readonly trace: TraceScope;
  readonly turn: number;
  readonly globals = new Map<string, Cell>();
  /** Regular expressions compiled so far, by source. */
  readonly patterns: PatternCache = new Map();
  readonly mayAwait: boolean;
  readonly journal: Journal | undefined;
  readonly budget: Readonly<Record<string, unknown>> | undefined;
  /** Whether a task was evaluated without a journal to remember it. */
  hasForgottenTask = false;
  /** Branches that wait for what another one computes; made when first needed. */
  branchWaits: BranchWaits | undefined = undefined;
  /** Tools that have answered with a promise; made by the first. */
  toolsThatWait: Set<Tool> | undefined = undefined;
  private remembering: Remembering[] | undefined = undefined;
  private hasEnded = false;
  private ownAbortWaits: AbortWaits | undefined = undefined;
  private givenRunId: string | undefined;
  /** What can abort the run: nothing has to listen where there is none. */
  readonly givenSignal: AbortSignal | undefined;
  private ownSignal: AbortSignal | undefined = undefined;
  private running = 0;
  private activeMs = 0;
  private activeSince: number | undefined;

  constructor(options: EvaluationOptions) {
    this.limits = options.limits;
    this.clock = options.clock;
    this.random = options.random;
    this.givenSignal = options.signal;
    this.tools = options.tools;
    this.context = options.context;
    this.history = options.history;
    this.trace = options.trace;
    this.givenRunId = options.runId;
    this.turn = options.turn;
    this.mayAwait = options.mayAwait;
    this.journal = options.journal;
    this.budget = options.budget;
    for (const [name, value] of options.memory) this.globals.set(name, { value });
  }

  /** The run's part of effect addresses. */
  get runId(): string {
    return (this.givenRunId ??= randomHexId(this.random, 16));
  }

  /** For tools, and for waiting: made when first asked for, where none is given. */
  get signal(): AbortSignal {
    return this.givenSignal ?? (this.ownSignal ??= new AbortController().signal);
  }

  get isCancelled(): boolean {
    return this.givenSignal?.aborted === true;
  }

  /** What an abort ends; none where nothing can abort. */
  get abortWaits(): AbortWaits | undefined {
    if (this.givenSignal !== undefined) this.ownAbortWaits ??= new AbortWaits(this.givenSignal);
    return this.ownAbortWaits;
  }

  /** The cell of a name, made when first asked for. */
  cell(name: string): Cell {
    let cell = this.globals.get(name);
    if (cell === undefined) {
      cell = { value: undefined };
      this.globals.set(name, cell);
    }
    return cell;
  }

  /** The program, or one of its branches, starts or goes on: now, or at a time just read. Each is answered by one `pauseClock`. */
  resumeClock(now?: number): void {
    if (this.running++ === 0) this.activeSince = now ?? this.clock.monotonic();
  }

  /** Whether `remembering` may remember something of this run, since it will be told of its end. */
  willForget(remembering: Remembering): boolean {
    if (this.hasEnded) return false;
    (this.remembering ??= []).push(remembering);
    return true;
  }

  /** The program has ended: its clock stands, no abort is waited for, nothing remembers the run. */
  end(): void {
    this.hasEnded = true;
    for (const remembering of this.remembering ?? []) remembering.forget();
    this.remembering = undefined;
    this.running = 0;
    this.activeSince = undefined;
    this.ownAbortWaits?.end();
  }

  /** A branch waits for the host or is done, now or since a time just read; the clock stands still when none runs. */
  pauseClock(now?: number): void {
    if (--this.running > 0 || this.activeSince === undefined) return;
    this.activeMs += (now ?? this.clock.monotonic()) - this.activeSince;
    this.activeSince = undefined;
  }

  /** @throws CancelledError, LimitError */
  checkTime(): void {
    if (this.isCancelled) throw new CancelledError();
    const running = this.activeSince === undefined ? 0 : this.clock.monotonic() - this.activeSince;
    if (this.activeMs + running > this.limits.timeoutMs) throw new LimitError("timeoutMs", this.limits.timeoutMs);
  }
}
