// One evaluation of one program: the state that its branches share. The clock runs only while some
// branch runs, so tool time isn't the program's time, unless the option `chargeToolTime` is set.

import type { Clock, RandomSource, Tool, TraceScope } from "@ptc/core/contracts";
import type { EndOfRun } from "@ptc/core/internal/errors";
import type { FieldFirewall, Value } from "@ptc/core/values";
import { firewallByName } from "@ptc/core/internal/values";
import type { PatternCache } from "../regex/pattern-cache.ts";
import { AbortWaits } from "./host/abort-waits.ts";
import { BranchTurns } from "./branches/branch-turns.ts";
import type { BranchWaits } from "./branches/branch-waits.ts";
import type { CrossingAccount } from "./budget/crossing-account.ts";
import { CancelledError, timeLimitError, type LimitError } from "./errors/errors.ts";
import { StackEnd } from "./budget/host-stack.ts";
import { turnQueue } from "@ptc/core/internal/task";
import type { HostLosses } from "./host/host-losses.ts";
import type { Limits } from "./limits.ts";
import type {
  Cell,
  EvaluationOptions,
  Generation,
  ProgramSettings,
  Remembering,
  RunActivity,
  TaskResults,
} from "./evaluation-options.ts";
import { runIdOf } from "./run-id.ts";
import type { ProgramBound } from "./state/program-bound.ts";

/**
 * The longest delay of a timer, in milliseconds. Hosts fire timers with longer delays immediately.
 */
const longestTimerMs = 2_147_483_647;

/** Code that can't wait runs again as code that can after computing for this many turns. */
const turnsBeforeAwaiting = 5;

/**
 * The time in milliseconds that a run is expected to compute after a wait. One event may resume
 * any number of runs before the first of them computes.
 */
const leastMs = 0.05;

export class Evaluation {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly activity: RunActivity | undefined;
  readonly tools: ReadonlyMap<string, Tool>;
  /** The value of `data/…`: a map, usually a wrapped host object. */
  readonly context: Value;
  /** Counts the conversion of host data. */
  readonly crossing: CrossingAccount;
  /** Records host values that the program reads and that aren't data. */
  readonly losses: HostLosses;
  /** `*1 *2 *3`, newest first. */
  readonly history: readonly Value[];
  readonly trace: TraceScope;
  readonly turn: number;
  /** The names that `def` created; undefined until the first one. */
  private cells: Map<string, Cell> | undefined = undefined;
  private knownPatterns: PatternCache | undefined = undefined;
  /** True if the program was compiled for calls that may yield a promise. */
  readonly mayAwait: boolean;
  /** Identifies the program, for its functions. */
  readonly world: object;
  readonly journal: TaskResults | undefined;
  readonly budget: Readonly<Record<string, unknown>> | undefined;
  /**
   * The rule for hiding firewalled fields in texts that the program makes; false if they aren't
   * hidden.
   */
  readonly hideFirewalled: FieldFirewall | false;
  /** Records which values the program reads from firewalled fields. */
  readonly firewall: FieldFirewall | undefined;
  /** True if lazy sequences may exist. A call may then reach an element that must be awaited. */
  hasSequences: boolean;
  /**
   * True if calls may use more of the host's stack than their depth suggests; see `stack-room.ts`.
   */
  nestsDeep = false;
  /** Tasks requested in this run, by id; see `effects/task.ts`. */
  tasks: Map<string, object> | undefined = undefined;
  /**
   * Names whose values end with this program: an atom, transient or delay, or `undefined` for a
   * lazy sequence that later programs can't continue.
   */
  skippedNames: Map<string, ProgramBound | undefined> | undefined = undefined;
  readonly program: ProgramSettings;
  /** The lazy sequences of the given memory, by their keys. */
  readonly storedSequences: ReadonlyMap<object, object> | undefined;
  /** Those that this run has read. Created by `persistence/stored-sequence.ts`. */
  openedSequences: Map<object, object> | undefined = undefined;
  /** True if a task was evaluated without a journal to store its result. */
  hasForgottenTask = false;
  /** The error of a lazy sequence in a last value that is only shown. */
  lastValueError: unknown = undefined;
  private ownEnd: EndOfRun | undefined = undefined;
  /** True if a limit has cut off work that other branches may need; see `fork.ts`. */
  isCut = false;
  /** The branches that wait for work of another branch; created on first use. */
  branchWaits: BranchWaits | undefined = undefined;
  /** Tools that have returned a promise; created on first use. */
  toolsThatWait: Set<Tool> | undefined = undefined;
  private remembering: Remembering[] | undefined = undefined;
  /**
   * Set when the run has its result. Code still waiting for a turn or a stack doesn't continue.
   * Such code can remain if the host's stack overflowed before its promise was awaited.
   */
  isStopped = false;
  private ownAbortWaits: AbortWaits | undefined = undefined;
  private givenRunId: string | undefined;
  private readonly random: RandomSource;
  /** The seed, if it is drawn already. */
  ownSeed: number | undefined;
  /** The signal that can abort the run. If it is undefined, no listeners are needed. */
  readonly givenSignal: AbortSignal | undefined;
  private ownSignal: AbortSignal | undefined = undefined;
  /** Aborted when the program's time is over. Defined only if tool time counts. */
  private readonly timeUp: AbortController | undefined;
  private readonly turns: ProgramSettings["turns"];
  /** The work of a function or loop after which code is generated for it; undefined: never. */
  readonly generation: Generation | undefined;
  private readonly yieldMs: number;
  /** True if other runs can have turns between those of this run. */
  private readonly sharesTask: boolean;
  /** The time, compared with `usedMs`, at which the host gets a turn. */
  private turnEndsAt: number;
  /** Set when the program has computed so long that the host should get a turn. */
  isTurnOver = false;
  /** Defined if the program has to run again. */
  stackEnd: StackEnd | undefined = undefined;
  private ownTurns: BranchTurns | undefined = undefined;
  private running = 0;
  private activeMs: number;
  private activeSince: number | undefined;
  private resumedAt = 0;
  /** The time that the program had computed at `resumedAt`. */
  private usedBefore = 0;

  constructor(
    options: EvaluationOptions,
    program: ProgramSettings,
    trace: TraceScope,
    { mayAwait, world }: Pick<Evaluation, "mayAwait" | "world">,
  ) {
    this.limits = program.limits;
    this.program = program;
    this.clock = options.clock;
    this.activity = options.activity;
    this.random = options.random;
    // If branches or a trace draw random numbers too, the order of draws must not matter.
    this.ownSeed = program.seed ?? (mayAwait || trace.isListening ? options.random() : undefined);
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
    this.sharesTask = mayAwait && options.yieldMs < Infinity;
    this.turns = program.turns;
    this.generation = program.generation;
    this.activeMs = program.usedMs ?? 0;
    this.turnEndsAt =
      !mayAwait && program.turns === "none"
        ? Infinity
        : this.activeMs + (mayAwait ? this.sliceMs(true) : options.yieldMs * turnsBeforeAwaiting);
    // Functions of earlier programs may contain lazy sequences.
    this.hasSequences = mayAwait && (options.memory.size > 0 || options.history.length > 0);
    this.journal = program.journal;
    this.budget = options.budget;
    this.firewall = options.firewall;
    this.hideFirewalled = options.hideFirewalled && (options.firewall ?? firewallByName);
    this.storedSequences = options.memory.sequences?.states;
    if (options.memory.size > 0)
      for (const [name, value] of options.memory.entries()) this.cell(name).value = value;
  }

  /** The seed of all random numbers of the run. */
  get seed(): number {
    return (this.ownSeed ??= this.random());
  }

  /** The run part of effect addresses. */
  get runId(): string {
    return (this.givenRunId ??= runIdOf(this.seed));
  }

  /**
   * The signal for tools. If the caller set none, a signal that never aborts is created on first
   * use.
   */
  get signal(): AbortSignal {
    return this.givenSignal ?? (this.ownSignal ??= new AbortController().signal);
  }

  /** The error that ended the run, if any. No effects may follow it. */
  get endedBy(): EndOfRun | undefined {
    return this.journal?.shared.failure ?? this.ownEnd;
  }

  /** Ends the run at an effect. Returns the error that ended it first. */
  endBy(error: EndOfRun): EndOfRun {
    this.ownEnd ??= error;
    return this.endedBy ?? error;
  }

  get isCancelled(): boolean {
    return this.givenSignal?.aborted === true;
  }

  /** The error of a cancelled program: it ran out of time, or the caller aborted it. */
  get cancellation(): CancelledError | LimitError {
    return this.timeUp?.signal.aborted === true ? this.outOfTime() : new CancelledError();
  }

  /** The waits that an abort must end; undefined if the run can't be aborted. */
  get abortWaits(): AbortWaits | undefined {
    if (this.givenSignal !== undefined) this.ownAbortWaits ??= new AbortWaits(this.givenSignal);
    return this.ownAbortWaits;
  }

  /** Compiled regular expressions by source. */
  get patterns(): PatternCache {
    return (this.knownPatterns ??= new Map());
  }

  /** Returns the value of a name that `def` created. */
  global(name: string): Value | undefined {
    return this.cells?.get(name)?.value;
  }

  /** All names that `def` created, in order of creation; `undefined` without any. */
  get globals(): ReadonlyMap<string, Cell> | undefined {
    return this.cells;
  }

  /** Returns the cell of a name, creating it on first use. */
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
   * Starts the clock for the program or one of its branches: now, or at the time `now` that the
   * caller has just read. Pair each call with a call of `pauseClock`.
   */
  resumeClock(now?: number): void {
    if (this.running++ > 0) {
      if (this.sharesTask && turnQueue.room <= 0) this.isTurnOver = true;
      return;
    }
    this.resumedAt = now ?? this.clock.monotonic();
    this.activeSince ??= this.resumedAt;
    if (!this.sharesTask) return;
    this.usedBefore = this.activeMs + this.resumedAt - this.activeSince;
    if (this.hasFilledTask(this.usedBefore)) this.isTurnOver = true;
  }

  /** True if runs that resumed in one task have used it up, and so must wait for other turns. */
  private hasFilledTask(used: number): boolean {
    return this.sharesTask && turnQueue.isBusy && used - this.usedBefore >= turnQueue.room;
  }

  /**
   * Like `resumeClock`, but waits for a turn if other runs have used up this task. For a branch
   * that waited for something that many runs may wait for. Returns a promise only if it waits.
   */
  resumeInTurn(): Promise<void> | undefined {
    const room = this.roomInTask();
    if (room !== undefined) return room.then(() => this.resumeInTurn());
    this.resumeClock();
    return undefined;
  }

  /** Resolves in a task that has time left. Returns `undefined` if that is the current task. */
  roomInTask(): Promise<void> | undefined {
    if (!this.sharesTask || this.isCancelled) return undefined;
    if (turnQueue.room <= 0) return this.takeTurn(true);
    turnQueue.spend(leastMs);
    return undefined;
  }

  /**
   * Registers `remembering` and returns true if it may store data of this run. Its `forget` is
   * called when the run ends.
   */
  willForget(remembering: Remembering): boolean {
    if (this.isStopped) return false;
    (this.remembering ??= []).push(remembering);
    return true;
  }

  /** Ends the run: stops its clock, removes abort listeners, and drops stored data of the run. */
  end(): void {
    this.isStopped = true;
    for (const remembering of this.remembering ?? []) remembering.forget();
    this.remembering = undefined;
    this.crossing.close();
    this.running = 0;
    this.activeSince = undefined;
    this.ownTurns?.end();
    this.ownAbortWaits?.end();
  }

  /** Notes that the program has computed until `now`, which the caller has just read. */
  countTime(now: number): void {
    if (this.running > 0) turnQueue.spend(now - this.resumedAt);
  }

  /**
   * Pauses the clock for a branch that waits for the host or is done: now, or at the time `now`
   * that the caller has just read. The clock stops while no branch runs, unless tool time counts.
   */
  pauseClock(now?: number): void {
    if (--this.running > 0 || this.activeSince === undefined) return;
    const pausedAt = now ?? this.clock.monotonic();
    turnQueue.spend(pausedAt - this.resumedAt);
    if (this.timeUp === undefined) this.stopClock(pausedAt);
  }

  private stopClock(now: number): void {
    this.activeMs += now - (this.activeSince ?? now);
    this.activeSince = undefined;
  }

  /**
   * Checks the clock and the signal.
   * @throws CancelledError, LimitError; StackEnd if code that can't wait has computed so long that
   * it should yield to the host, so it runs again as code that can
   */
  checkTime(): void {
    if (this.isCancelled) throw this.cancellation;
    const used = this.usedMs;
    if (used > this.limits.timeoutMs) throw this.outOfTime();
    if (used < this.turnEndsAt && !this.hasFilledTask(used)) return;
    if (!this.mayAwait) this.startAgain("turn");
    this.isTurnOver = true;
  }

  /**
   * Notes that the program does something whose result or cost differs in code that can wait. From
   * here on, the run must not depend on elapsed time, so it doesn't start again to yield.
   * @throws StackEnd if the run has started again for that
   */
  keepTask(): void {
    if (this.turns === "only") this.startAgain("sequence");
    if (!this.mayAwait) this.turnEndsAt = Infinity;
  }

  /** Ends this run so that its program is run again, even if a clean-up ignores the error. */
  startAgain(why?: StackEnd["why"]): never {
    throw (this.stackEnd = new StackEnd(why));
  }

  /**
   * Resolves after the host and other runs had their turns, which don't count as the program's
   * time. Rejects if the run was aborted meanwhile.
   */
  async nextTurn(): Promise<void> {
    this.pauseClock();
    await this.takeTurn(false);
    // Never settle, because a rejection would be unhandled.
    if (this.isStopped) await new Promise(() => undefined);
    this.resumeClock();
    if (this.isCancelled) throw this.cancellation;
  }

  /** Resolves in the next turn of a branch. Never settles after the end of the run. */
  private takeTurn(isFresh: boolean): Promise<void> {
    if (this.isStopped) return new Promise(() => undefined);
    if (this.isCancelled) return Promise.resolve();
    // The wait for other runs never counts, even if tool time does.
    if (this.running === 0) this.stopClock(this.clock.monotonic());
    this.ownTurns ??= new BranchTurns(
      () => {
        this.isTurnOver = false;
        this.turnEndsAt = this.usedMs + this.sliceMs(false);
      },
      this.abortWaits,
      this.activity,
    );
    return this.ownTurns.next(isFresh);
  }

  /** Returns the time of a slice, which is shorter while other runs wait. */
  private sliceMs(isFirst: boolean): number {
    return turnQueue.isBusy ? this.yieldMs / (isFirst ? 4 : 2) : this.yieldMs;
  }

  /**
   * Checks the time before and after a tool call, if tool time counts.
   * @throws CancelledError, LimitError
   */
  checkToolTime(): void {
    if (this.timeUp !== undefined) this.checkTime();
  }

  /**
   * Ends tools and waits as soon as the program's time is over, if tool time counts. Returns a
   * function that stops this.
   */
  watchTime(): (() => void) | undefined {
    const { timeUp } = this;
    if (timeUp === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void => {
      if (this.timeLeft < 0) timeUp.abort(this.outOfTime());
      // eslint-disable-next-line no-restricted-syntax -- only looks at the clock again
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

  /** The milliseconds that the program has computed. */
  get usedMs(): number {
    const running = this.activeSince === undefined ? 0 : this.clock.monotonic() - this.activeSince;
    return this.activeMs + running;
  }

  private outOfTime(): LimitError {
    return timeLimitError(this.limits.timeoutMs, this.timeUp !== undefined);
  }
}
