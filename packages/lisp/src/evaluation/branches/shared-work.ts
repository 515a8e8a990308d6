// Work that is done once for all branches that request it: the elements of a lazy sequence, or the
// body of a task. A worker does it, at its own address and with the budget of the branch that
// requests it first. A branch meets an outcome when it receives it. Every later branch pays the
// same, meets the same outcomes in the same order, failures included, and has the same records. So
// nothing depends on which branch comes first.
//
// A limit ends the branch that reaches it, and the work has no outcome then. The next branch that
// requests it does it again, with the same addresses, or pays for what was done and continues it.
// A continued attempt can cost less than the first one; `fork.ts` says how such a run ends. The
// branch that could not finish the work and one that could not pay for its outcome both end with
// the budget of their request, except for the counter that is used up.
//
// Outside of forks there is one branch, and the branches of a later fork start with everything it
// has met. Work done there needs no outcome, because no other branch will have to receive or pay
// for it.
//
//   outcomes      0 failed   1 element   2 element   3 end        each with its cost
//   a branch      has met outcomes 0 to 2; its next request meets 3, or has it computed

import type { Branch } from "./branch.ts";
import { plus, type Counts } from "../budget/counts.ts";
import type { EffectScope } from "./effect-scope.ts";
import { endsProgram } from "../errors/ends-program.ts";
import { EvaluationError, LimitError, waitRefused } from "../errors/errors.ts";
import { Readings, type ReadableWork, type ReadSoFar } from "./readings.ts";
import { RunRecords } from "./run-records.ts";
import type { Site } from "../site.ts";
import { untilAborted } from "../host/until-aborted.ts";
import { isWithin } from "./branch-waits.ts";
import { waitForBranch } from "./wait-for-branch.ts";

/** An outcome without its value, which the subclass of `SharedWork` stores. */
interface Outcome {
  /** The cost of computing it, without other shared work that it read. */
  cost: Counts;
  /** The levels of calls that computing it took. */
  levels: number;
  readonly readings: Readings;
  readonly records: RunRecords;
  readonly failure: Failure | undefined;
}

interface Failure {
  readonly error: unknown;
  /** The position in the source where the worker failed. */
  readonly site: Site | undefined;
}

const doNothing = (): void => undefined;

/** Returns the error of an outcome for one of the branches that meet it. */
function copied(error: unknown): unknown {
  return error instanceof EvaluationError ? error.copy() : error;
}

interface Progress extends Pick<Outcome, "cost" | "levels"> {
  readonly readings: Readings["list"];
}

interface UnderWay {
  readonly worker: Branch;
  readonly settled: Promise<unknown>;
}

/**
 * Does a piece of the work in the branch `worker` and stores its value. Returns `true` for a new
 * outcome, and `false` if the outcome was already added while the piece ran. Returns a promise of
 * that if it has to wait.
 */
export type Piece = (worker: Branch) => boolean | Promise<boolean>;

export abstract class SharedWork implements ReadableWork {
  /**
   * The owner of the values that the work creates: the `home` of the branch that created the work.
   */
  protected readonly home: Branch;
  private readonly outcomes: Outcome[] = [];
  private failed: number[] | undefined = undefined;
  private readSoFar: ReadSoFar | undefined = undefined;
  private underWay: UnderWay | undefined = undefined;
  /** The worker in progress, whether it computes or waits. */
  private current: Branch | undefined = undefined;
  /** The records of attempts at the next outcome that ended at a limit. */
  private tried: RunRecords | undefined = undefined;
  /** The work of an attempt that ended at a limit, which the next one continues. */
  private progress: Progress | undefined = undefined;
  /** Resets the scope to the point from which the next attempt continues. */
  private resetScope: () => void = doNothing;
  /**
   * An idle lone worker, for the next piece. Kept from the second piece on, because many sequences
   * are asked only once, and a worker takes as much memory as a sequence.
   */
  private idle: Branch | undefined = undefined;
  private hasWorkedAlone = false;

  constructor(maker: Branch) {
    this.home = maker.home;
  }

  /** Returns the scope of the work's effects. */
  protected abstract scope(): EffectScope;

  /** Drops what can be made again, after the first piece of a lone worker. */
  protected forgetUnused(): void {
    // Tasks are few.
  }

  /** Returns the error for work that depends on its own outcome. */
  protected abstract needsItself(): Error;

  protected get outcomeCount(): number {
    return this.outcomes.length;
  }

  /**
   * Returns the number of outcomes, failures included, up to and including success number
   * `successes`.
   */
  protected countFor(successes: number): number {
    const { failed } = this;
    if (failed === undefined) return successes;
    // The number of successes before the failure at `failed[index]` is `failed[index] - index`. It
    // never decreases, so search by bisection.
    let from = 0;
    let to = failed.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((failed[middle] ?? 0) - middle < successes) from = middle + 1;
      else to = middle;
    }
    return successes + from;
  }

  /** True if a piece of the work has begun and is waiting. */
  protected get isUnderWay(): boolean {
    return this.underWay !== undefined;
  }

  /** True if an attempt continues from one that ended at a limit, and has paid for that. */
  protected get isContinued(): boolean {
    return this.progress !== undefined;
  }

  /** Returns how many outcomes the branch has met. */
  protected metBy(branch: Branch): number {
    return branch.account.countOf(this);
  }

  /** True if no other branch can request the work while `branch` does. */
  protected isOnlyFor(branch: Branch): boolean {
    return !branch.isParallel && branch.evaluation === this.home.evaluation;
  }

  /**
   * Lets `branch` meet its next outcome. It may exist already, or `piece` computes it now, or
   * another branch is computing it. Afterwards the branch has met one more outcome, except after
   * waiting for another branch: then it has to ask again.
   *
   * Set `isAlone` if the work is only for `branch`, and its class doesn't need an outcome per
   * piece. Then `piece` runs now, unless the work is already in progress.
   * @throws the error of the work, if the outcome is a failure
   */
  protected next(branch: Branch, piece: Piece, isAlone = false): void | Promise<void> {
    const met = isAlone ? this.outcomes.length : this.metBy(branch);
    if (met < this.outcomes.length) this.meet(met, branch);
    else if (this.underWay === undefined) return this.work(branch, piece, isAlone);
    else if (branch.cannotWait) throw waitRefused();
    else return this.wait(branch, this.underWay);
  }

  /** True if the worker in progress is `branch` or a branch around it. */
  protected isDoneAround(branch: Branch): boolean {
    return this.current !== undefined && isWithin(branch, this.current);
  }

  /**
   * Records that `branch` has read the outcomes before number `count`, if it is a worker or inside
   * one.
   */
  protected noteReading(branch: Branch, count: number): void {
    branch.readings?.note(this, count);
  }

  /**
   * Makes `branch` pay for outcomes before number `count` that it has not met. They were read to
   * compute an outcome that it has met.
   */
  payBefore(count: number, branch: Branch): void {
    for (let index = this.metBy(branch); index < count; index++) this.pay(index, branch);
  }

  /** Returns the records of outcomes from number `from` up to, but not including, number `to`. */
  recordsBetween(from: number, to: number): readonly RunRecords[] {
    return this.outcomes.slice(from, to).map(({ records }) => records);
  }

  private meet(index: number, branch: Branch): void {
    const before = branch.remaining;
    const { records, failure } = this.outcomes[index] as Outcome;
    try {
      this.pay(index, branch);
    } catch (error) {
      branch.records.refer(records);
      this.endAt(before, branch, error);
      throw error;
    }
    branch.records.include(records);
    this.noteReading(branch, index + 1);
    if (failure === undefined) return;
    branch.site = failure.site ?? branch.site;
    throw copied(failure.error);
  }

  /** Ends `branch`, which could not finish or pay for the work that it began with `before`. */
  private endAt(before: Counts, branch: Branch, error: unknown): void {
    branch.endAt(before, error);
    if (error instanceof LimitError && branch.home !== this.home) branch.evaluation.isCut = true;
  }

  private pay(index: number, branch: Branch): void {
    const { readings, levels, cost } = this.outcomes[index] as Outcome;
    branch.account.meet(this, index + 1);
    for (const { work, count } of readings.list)
      if (work instanceof SharedWork) work.payBefore(count, branch);
    branch.noteDepth(branch.depth + levels);
    branch.payElsewhere(cost);
  }

  private work(branch: Branch, piece: Piece, isAlone: boolean): void | Promise<void> {
    const worker = isAlone ? this.loneWorker(branch) : this.countedWorker(branch);
    this.current = worker;
    let made: boolean | Promise<boolean>;
    try {
      if (this.progress !== undefined) this.payProgress(worker, this.progress);
      made = piece(worker);
    } catch (error) {
      this.end(branch, worker, isAlone, true, { error, site: worker.site });
      throw error;
    }
    if (made instanceof Promise) return this.workLater(branch, worker, isAlone, made);
    this.end(branch, worker, isAlone, made, undefined);
  }

  private workLater(
    branch: Branch,
    worker: Branch,
    isAlone: boolean,
    made: Promise<boolean>,
  ): Promise<void> {
    const settled = made.then(
      (isNew) => {
        this.underWay = undefined;
        this.end(branch, worker, isAlone, isNew, undefined);
      },
      (error: unknown) => {
        this.underWay = undefined;
        this.end(branch, worker, isAlone, true, { error, site: worker.site });
        throw error;
      },
    );
    this.underWay = { worker, settled };
    return settled;
  }

  /**
   * Returns the records of a piece of work together with those of attempts that ended at a limit.
   * The calls of a later attempt are the same up to the limit, or follow those of the earlier one.
   */
  private attempted(records: RunRecords, isEnd: boolean): RunRecords {
    const { tried = records } = this;
    if (tried !== records) tried.addMissing(records);
    this.tried = isEnd ? tried : undefined;
    return tried;
  }

  /** Notes that the next attempt would continue from here, but pay from the start. */
  protected noteProgress(worker: Branch): void {
    this.resetScope = this.scope().mark(worker.evaluation.seed);
    const { spentHere: cost, levelsReached: levels } = worker;
    this.progress = { cost, levels, readings: worker.readings?.list.slice() ?? [] };
  }

  private payProgress(worker: Branch, { cost, levels, readings }: Progress): void {
    for (const { work, count } of readings) {
      if (work instanceof SharedWork) work.payBefore(count, worker);
      worker.readings?.note(work, count);
    }
    worker.noteDepth(worker.depth + levels);
    worker.countAll(cost);
  }

  private countedWorker(branch: Branch): Branch {
    this.resetScope = this.scope().mark(branch.evaluation.seed);
    const records = new RunRecords();
    this.readSoFar ??= new Map();
    const readings = new Readings(records, this.readSoFar);
    return branch.lend({ scope: this.scope(), home: this.home, records, readings });
  }

  private loneWorker(branch: Branch): Branch {
    const worker = this.idle ?? branch.loneWorker(this.scope(), this.home);
    this.idle = undefined;
    branch.lendAlone(worker);
    return worker;
  }

  /** Ends a piece of work and returns the budget to `branch`, which requested it. */
  private end(
    branch: Branch,
    worker: Branch,
    isAlone: boolean,
    isNew: boolean,
    failure: Failure | undefined,
  ): void {
    this.current = undefined;
    if (failure !== undefined && (isAlone || !(failure.error instanceof LimitError)))
      branch.site = failure.site ?? branch.site;
    if (isAlone) {
      branch.takeFrom(worker);
      if (this.hasWorkedAlone) this.idle = worker;
      else this.forgetUnused();
      this.hasWorkedAlone = true;
    } else this.settle(branch, worker, isNew, failure);
  }

  /**
   * Adds the outcome of a piece of work, which `branch` has met. An error that a program can catch
   * is an outcome; an error that ends the program isn't. If the outcome was already added while
   * the piece ran, its cost and records are added to that outcome.
   */
  private settle(
    branch: Branch,
    worker: Branch,
    isNew: boolean,
    failure: Failure | undefined,
  ): void {
    const { given } = worker;
    const cost = branch.takeBack(worker);
    const { readings } = worker;
    const isEnd = failure !== undefined && endsProgram(failure.error);
    const records = this.attempted(worker.records, isEnd);
    if (failure !== undefined) {
      if (isEnd) {
        readings?.undo();
        this.resetScope();
        branch.records.refer(records);
        this.endAt(given, branch, failure.error);
        return;
      }
      (this.failed ??= []).push(this.outcomes.length);
    }
    this.progress = undefined;
    const levels = worker.levelsReached;
    branch.joinDepth(worker);
    const last = this.outcomes.at(-1);
    if (!isNew && last !== undefined) {
      last.cost = plus(last.cost, cost);
      last.levels = Math.max(last.levels, levels);
      last.records.include(records);
      return;
    }
    if (readings === undefined) return;
    const kept = failure && { ...failure, error: copied(failure.error) };
    const count = this.outcomes.push({ cost, levels, readings, records, failure: kept });
    branch.account.meet(this, count);
    branch.records.include(records);
    this.noteReading(branch, count);
  }

  /** Waits until the work of another branch ends. Its outcomes then contain the result. */
  private async wait(branch: Branch, { worker, settled }: UnderWay): Promise<void> {
    const { evaluation } = branch;
    // Two runs may read a sequence at the same time, if a function in memory holds it. The worker
    // of another run never waits for this run, so there is nothing to check.
    const computing = worker.evaluation === evaluation ? worker : undefined;
    const ended = async (): Promise<void> => {
      const { kind } = await untilAborted(settled, evaluation.givenSignal);
      if (kind === "cancelled") throw evaluation.cancellation;
    };
    await waitForBranch(branch, computing, ended, () => this.needsItself());
  }
}
