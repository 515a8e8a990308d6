// One evaluation of one program: what all its branches share. Time is counted only while some
// branch runs, so the time that a tool takes is not the program's own, unless the option
// `chargeToolTime` says so.

import type { Clock, RandomSource, Tool, TraceScope } from "@ptc/core/contracts";
import type { EndOfRun } from "@ptc/core/errors";
import { firewallByName, type FieldFirewall, type Value } from "@ptc/core/values";
import type { PatternCache } from "../regex/pattern-cache.ts";
import { AbortWaits } from "./host/abort-waits.ts";
import type { BranchWaits } from "./branches/branch-waits.ts";
import type { CrossingAccount } from "./budget/crossing-account.ts";
import {
  CancelledError,
  timeLimitError,
  type JournalError,
  type LimitError,
} from "./errors/errors.ts";
import { StackEnd } from "./budget/host-stack.ts";
import { nextTask } from "./host/next-task.ts";
import type { HostLosses } from "./host/host-losses.ts";
import type { Limits } from "./limits.ts";
import type {
  Cell,
  EvaluationOptions,
  Generation,
  ProgramSettings,
  Remembering,
  TaskResults,
} from "./evaluation-options.ts";
import { runIdOf } from "./run-id.ts";

/** The longest delay of a timer. The host would fire a timer with a longer one at once. */
const longestTimerMs = 2_147_483_647;

/** After so many turns' time code that cannot wait is run again as code that can. */
const turnsBeforeAwaiting = 6;

export class Evaluation {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly tools: ReadonlyMap<string, Tool>;
  /** What the program reads as `data/…`: a map, usually an object of the host. */
  readonly context: Value;
  /** Counts what is converted of the data that the host hands in. */
  readonly crossing: CrossingAccount;
  /** Is told what the program reads of the host that is no data. */
  readonly losses: HostLosses;
  /** `*1 *2 *3`, newest first. */
  readonly history: readonly Value[];
  readonly trace: TraceScope;
  readonly turn: number;
  /** The names made by `def`; undefined until the first one is made. */
  private cells: Map<string, Cell> | undefined = undefined;
  private knownPatterns: PatternCache | undefined = undefined;
  /** Whether the program was compiled for calls that may yield a promise. */
  readonly mayAwait: boolean;
  /** Stands for the program, as its functions know it. */
  readonly world: object;
  readonly journal: TaskResults | undefined;
  readonly budget: Readonly<Record<string, unknown>> | undefined;
  /** How texts that the program makes hide firewalled fields; false where they do not. */
  readonly hideFirewalled: FieldFirewall | false;
  /** Is told what the program reads out of firewalled fields. */
  readonly firewall: FieldFirewall | undefined;
  /**
   * Whether lazy sequences may exist, so that a call may meet an element that it has to wait for.
   */
  hasSequences: boolean;
  /**
   * Whether the host's stack may hold more than the levels of calls tell, see `stack-room.ts`.
   */
  nestsDeep = false;
  /** The tasks that were asked for in this run, by id: see `effects/task.ts`. */
  tasks: Map<string, object> | undefined = undefined;
  /** The names that memory does not keep, because what they hold has no end. */
  skippedNames: Set<string> | undefined = undefined;
  /** Whether a task was evaluated without a journal to remember it. */
  hasForgottenTask = false;
  /** What the run cannot go on after, if anything: nothing has effects after it. */
  endedBy: JournalError | EndOfRun | undefined = undefined;
  /** Which branches wait for what another one computes; made when first needed. */
  branchWaits: BranchWaits | undefined = undefined;
  /** Tools that have answered with a promise; made when the first one does. */
  toolsThatWait: Set<Tool> | undefined = undefined;
  private remembering: Remembering[] | undefined = undefined;
  /**
   * Set when the run has its answer: what still waits for a turn or a stack does not go on. Nobody
   * knows of it, where the host's stack ended between a wait and whoever should wait for it.
   */
  isStopped = false;
  private ownAbortWaits: AbortWaits | undefined = undefined;
  private givenRunId: string | undefined;
  private readonly random: RandomSource;
  private ownSeed: number | undefined;
  /** What can abort the run: nothing has to listen where there is none. */
  readonly givenSignal: AbortSignal | undefined;
  private ownSignal: AbortSignal | undefined = undefined;
  /**
   * Aborted when the program's time is over. Defined only where the time that tools take counts.
   */
  private readonly timeUp: AbortController | undefined;
  private readonly turns: ProgramSettings["turns"];
  /** After how much work of a function or loop code is generated for it; without it none is. */
  readonly generation: Generation | undefined;
  private readonly yieldMs: number;
  /** When the program has computed so long, on the scale of `usedMs`, the host gets a turn. */
  private turnEndsAt: number;
  /** Set when the program has computed so long that the host should get a turn. */
  isTurnOver = false;
  private nextTurnBegins: Promise<void> | undefined = undefined;
  private running = 0;
  private activeMs = 0;
  private activeSince: number | undefined;

  constructor(
    options: EvaluationOptions,
    program: ProgramSettings,
    trace: TraceScope,
    { mayAwait, world }: Pick<Evaluation, "mayAwait" | "world">,
  ) {
    this.limits = program.limits;
    this.clock = options.clock;
    this.random = options.random;
    // Where branches or a trace draw too, the order in which they do must not matter.
    this.ownSeed = mayAwait || trace.isListening ? options.random() : undefined;
    this.timeUp = options.chargeToolTime ? new AbortController() : undefined;
    this.givenSignal =
      this.timeUp === undefined
        ? options.signal
        : AbortSignal.any([
            this.timeUp.signal,
            ...(options.signal === undefined ? [] : [options.signal]),
          ]);
    this.tools = program.tools;
    this.context = options.context;
    this.crossing = options.crossing;
    this.losses = options.losses;
    this.history = options.history;
    this.trace = trace;
    this.givenRunId = options.runId;
    this.turn = options.turn;
    this.mayAwait = mayAwait;
    this.world = world;
    this.yieldMs = options.yieldMs;
    this.turns = program.turns;
    this.generation = program.generation;
    this.turnEndsAt =
      !mayAwait && program.turns === "none"
        ? Infinity
        : options.yieldMs * (mayAwait ? 1 : turnsBeforeAwaiting);
    // A function of an earlier program may hold a lazy sequence.
    this.hasSequences = mayAwait && (options.memory.size > 0 || options.history.length > 0);
    this.journal = program.journal;
    this.budget = options.budget;
    this.firewall = options.firewall;
    this.hideFirewalled = options.hideFirewalled && (options.firewall ?? firewallByName);
    if (options.memory.size > 0)
      for (const [name, value] of options.memory.entries()) this.cell(name).value = value;
  }

  /** What all random numbers of the run derive from. */
  get seed(): number {
    return (this.ownSeed ??= this.random());
  }

  /** The run's part of effect addresses. */
  get runId(): string {
    return (this.givenRunId ??= runIdOf(this.seed));
  }

  /**
   * The signal that tools are given. Where the caller gave none, one that is never aborted is made
   * when it is first needed.
   */
  get signal(): AbortSignal {
    return this.givenSignal ?? (this.ownSignal ??= new AbortController().signal);
  }

  get isCancelled(): boolean {
    return this.givenSignal?.aborted === true;
  }

  /** The error that ends a cancelled program: its time is over, or the caller has aborted it. */
  get cancellation(): CancelledError | LimitError {
    return this.timeUp?.signal.aborted === true ? this.outOfTime() : new CancelledError();
  }

  /** What an abort has to end; undefined where nothing can abort the run. */
  get abortWaits(): AbortWaits | undefined {
    if (this.givenSignal !== undefined) this.ownAbortWaits ??= new AbortWaits(this.givenSignal);
    return this.ownAbortWaits;
  }

  /** Regular expressions compiled so far, by source. */
  get patterns(): PatternCache {
    return (this.knownPatterns ??= new Map());
  }

  /** The value that a name made by `def` is bound to. */
  global(name: string): Value | undefined {
    return this.cells?.get(name)?.value;
  }

  /** Every name made by `def`, in the order they were made; `undefined` where there is none. */
  get globals(): ReadonlyMap<string, Cell> | undefined {
    return this.cells;
  }

  /** The cell of a name, made when first asked for. */
  cell(name: string): Cell {
    this.cells ??= new Map();
    let cell = this.cells.get(name);
    if (cell === undefined) {
      cell = { value: undefined };
      this.cells.set(name, cell);
    }
    return cell;
  }

  /**
   * Notes that the program, or one of its branches, starts or goes on: now, or at the time `now`
   * that the caller has just read. One call of `pauseClock` belongs to each call of this.
   */
  resumeClock(now?: number): void {
    if (this.running++ === 0) this.activeSince ??= now ?? this.clock.monotonic();
  }

  /**
   * Whether `remembering` may keep data of this run. If so, its `forget` is called when the run
   * ends.
   */
  willForget(remembering: Remembering): boolean {
    if (this.isStopped) return false;
    (this.remembering ??= []).push(remembering);
    return true;
  }

  /**
   * Ends the run: its clock stops, nothing listens for an abort any more, and whatever keeps data
   * of the run drops it.
   */
  end(): void {
    this.isStopped = true;
    for (const remembering of this.remembering ?? []) remembering.forget();
    this.remembering = undefined;
    this.crossing.close();
    this.running = 0;
    this.activeSince = undefined;
    this.ownAbortWaits?.end();
  }

  /**
   * Notes that a branch waits for the host or is done: now, or since the time `now` that the caller
   * has just read. The clock stands still while no branch runs, unless the time that tools take
   * counts.
   */
  pauseClock(now?: number): void {
    if (--this.running > 0 || this.activeSince === undefined || this.timeUp !== undefined) return;
    this.activeMs += (now ?? this.clock.monotonic()) - this.activeSince;
    this.activeSince = undefined;
  }

  /**
   * Looks at the clock and the signal.
   * @throws CancelledError, LimitError; StackEnd where code that cannot wait has computed so long
   * that it should let the host go on: it is run again as code that can
   */
  checkTime(): void {
    if (this.isCancelled) throw this.cancellation;
    const used = this.usedMs;
    if (used > this.limits.timeoutMs) throw this.outOfTime();
    if (used < this.turnEndsAt) return;
    if (!this.mayAwait) throw new StackEnd("turn");
    this.isTurnOver = true;
  }

  /**
   * A lazy sequence is made.
   * @throws StackEnd where the run is only there to let the host go on
   */
  noteSequence(): void {
    if (this.turns === "only") throw new StackEnd("sequence");
    if (!this.mayAwait) this.turnEndsAt = Infinity;
  }

  /**
   * Resolves when the host had a turn. All branches wait for the same one, and none of it is the
   * program's time. Rejects when the run was aborted meanwhile.
   */
  async nextTurn(): Promise<void> {
    this.pauseClock();
    this.nextTurnBegins ??= nextTask();
    await this.nextTurnBegins;
    // Never settled: nobody would hear of what it is rejected with.
    if (this.isStopped) await new Promise(() => undefined);
    this.nextTurnBegins = undefined;
    this.resumeClock();
    this.isTurnOver = false;
    this.turnEndsAt = this.usedMs + this.yieldMs;
    if (this.isCancelled) throw this.cancellation;
  }

  /**
   * Checks the time before and after a call of a tool, where the time that tools take counts.
   * @throws CancelledError, LimitError
   */
  checkToolTime(): void {
    if (this.timeUp !== undefined) this.checkTime();
  }

  /**
   * Where the time that tools take counts: ends tools and waiting as soon as the program's time is
   * over. The function that it returns ends the watch.
   */
  watchTime(): (() => void) | undefined {
    const { timeUp } = this;
    if (timeUp === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void => {
      if (this.timeLeft < 0) timeUp.abort(this.outOfTime());
      else timer = setTimeout(look, Math.min(this.timeLeft + 1, longestTimerMs));
    };
    look();
    return () => {
      clearTimeout(timer);
    };
  }

  private get timeLeft(): number {
    return this.limits.timeoutMs - this.usedMs;
  }

  /** How long the program has computed. */
  private get usedMs(): number {
    const running = this.activeSince === undefined ? 0 : this.clock.monotonic() - this.activeSince;
    return this.activeMs + running;
  }

  private outOfTime(): LimitError {
    return timeLimitError(this.limits.timeoutMs, this.timeUp !== undefined);
  }
}
