// Work that is done once for all branches that ask for it: the elements of a lazy sequence, the
// body of a task. A worker does it, at an address of its own and under the budget of the branch
// that asks first. Every other branch that asks pays the same, meets the same outcomes in the same
// order, failures included, and has the same records. So nothing depends on which branch asks
// first.
//
// Outside of forks there is one branch, and every branch of a later fork begins with what it has
// met. What is computed there needs no outcome: nobody will ever have to be told or to pay.
//
//   outcomes      0 failed   1 element   2 element   3 end        each with what it cost
//   a branch      has met outcomes 0 to 2; when it asks again, it meets 3, or has it computed

import type { Branch } from "./branch.ts";
import { plus, type Counts } from "../budget/counts.ts";
import type { EffectScope } from "./effect-scope.ts";
import { endsProgram } from "../errors/ends-program.ts";
import { waitRefused } from "../errors/errors.ts";
import { Readings, type ReadableWork, type ReadSoFar } from "./readings.ts";
import { RunRecords } from "./run-records.ts";
import type { Site } from "../site.ts";
import { untilAborted } from "../host/until-aborted.ts";
import { isWithin } from "./branch-waits.ts";
import { waitForBranch } from "./wait-for-branch.ts";

/** One outcome without its value, which the class that extends `SharedWork` keeps. */
interface Outcome {
  /** What computing it cost, without the other shared work that it read. */
  cost: Counts;
  readonly readings: Readings;
  readonly records: RunRecords;
  readonly failure: Failure | undefined;
}

interface Failure {
  readonly error: unknown;
  /** The position in the source where the worker failed. */
  readonly site: Site | undefined;
}

interface UnderWay {
  readonly worker: Branch;
  readonly settled: Promise<unknown>;
}

/**
 * Does a piece of the work in the branch `worker` and keeps its value. Answers `true` when there is
 * a new outcome; `false` when the outcome had already been made while the piece ran. Answers with a
 * promise of that when it has to wait.
 */
export type Piece = (worker: Branch) => boolean | Promise<boolean>;

export abstract class SharedWork implements ReadableWork {
  /** The branch that owns what the work makes: the `home` of the branch that created the work. */
  protected readonly home: Branch;
  private readonly outcomes: Outcome[] = [];
  private failed: number[] | undefined = undefined;
  private readSoFar: ReadSoFar | undefined = undefined;
  private underWay: UnderWay | undefined = undefined;
  /** The worker that does the work now, whether it computes or waits. */
  private current: Branch | undefined = undefined;
  /** A lone worker that waits for its next piece. */
  private idle: Branch | undefined = undefined;

  constructor(maker: Branch) {
    this.home = maker.home;
  }

  /** The place where the effects of the work happen. */
  protected abstract scope(): EffectScope;

  /** The error for work that needs its own outcome in order to go on. */
  protected abstract needsItself(): Error;

  protected get outcomeCount(): number {
    return this.outcomes.length;
  }

  /**
   * The number of outcomes, failures included, up to the last of the first `successes` that did not
   * fail.
   */
  protected countFor(successes: number): number {
    const { failed } = this;
    if (failed === undefined) return successes;
    // Before the failure at `failed[index]` there are `failed[index] - index` successes, which
    // never grows smaller: those that count are found by halving.
    let from = 0;
    let to = failed.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((failed[middle] ?? 0) - middle < successes) from = middle + 1;
      else to = middle;
    }
    return successes + from;
  }

  /** Whether a piece of the work has begun that waits for something. */
  protected get isUnderWay(): boolean {
    return this.underWay !== undefined;
  }

  /** How many outcomes the branch has met. */
  protected metBy(branch: Branch): number {
    return branch.account.countOf(this);
  }

  /** Whether no other branch can ask for the work as long as `branch` does. */
  protected isOnlyFor(branch: Branch): boolean {
    return !branch.isParallel && branch.evaluation === this.home.evaluation;
  }

  /**
   * Lets `branch` meet its next outcome: one that is there, or one that is made now with `piece`,
   * or one that another branch is working on. Afterwards the branch has met one outcome more. Only
   * after waiting for another branch it has not, and has to ask again.
   *
   * `isAlone` is for work that is only for `branch`, and whose class can do without an outcome for
   * each piece: `piece` is done now, unless somebody does it already.
   * @throws what the work threw, where the outcome is a failure
   */
  protected next(branch: Branch, piece: Piece, isAlone = false): void | Promise<void> {
    const met = isAlone ? this.outcomes.length : this.metBy(branch);
    if (met < this.outcomes.length) this.meet(met, branch);
    else if (this.underWay === undefined) return this.work(branch, piece, isAlone);
    else if (branch.cannotWait) throw waitRefused();
    else return this.wait(branch, this.underWay);
  }

  /** Whether the worker that does the work now is `branch` or a branch around it. */
  protected isDoneAround(branch: Branch): boolean {
    return this.current !== undefined && isWithin(branch, this.current);
  }

  /**
   * Notes that `branch` has read the outcomes before number `count`, if it is a worker or inside
   * one.
   */
  protected noteReading(branch: Branch, count: number): void {
    branch.readings?.note(this, count);
  }

  /**
   * Lets `branch` pay for all outcomes before number `count` that it has not met. They were read to
   * compute something that it has met.
   */
  payBefore(count: number, branch: Branch): void {
    for (let index = this.metBy(branch); index < count; index++) this.pay(index, branch);
  }

  /** The records of the outcomes from number `from` up to, but not including, number `to`. */
  recordsBetween(from: number, to: number): readonly RunRecords[] {
    return this.outcomes.slice(from, to).map(({ records }) => records);
  }

  private meet(index: number, branch: Branch): void {
    const outcome = this.pay(index, branch);
    if (outcome === undefined) return;
    branch.records.include(outcome.records);
    this.noteReading(branch, index + 1);
    if (outcome.failure === undefined) return;
    branch.site = outcome.failure.site ?? branch.site;
    throw outcome.failure.error;
  }

  private pay(index: number, branch: Branch): Outcome | undefined {
    const outcome = this.outcomes[index];
    if (outcome === undefined) return undefined;
    branch.account.meet(this, index + 1);
    for (const { work, count } of outcome.readings.list)
      if (work instanceof SharedWork) work.payBefore(count, branch);
    branch.payElsewhere(outcome.cost);
    return outcome;
  }

  private work(branch: Branch, piece: Piece, isAlone: boolean): void | Promise<void> {
    const worker = isAlone ? this.loneWorker(branch) : this.countedWorker(branch);
    this.current = worker;
    let made: boolean | Promise<boolean>;
    try {
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

  private countedWorker(branch: Branch): Branch {
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

  /** Ends a piece of work: `branch`, for which it was done, gets its budget back. */
  private end(
    branch: Branch,
    worker: Branch,
    isAlone: boolean,
    isNew: boolean,
    failure: Failure | undefined,
  ): void {
    this.current = undefined;
    if (failure !== undefined) branch.site = failure.site ?? branch.site;
    if (isAlone) {
      branch.takeFrom(worker);
      this.idle = worker;
    } else this.settle(branch, worker, isNew, failure);
  }

  /**
   * Makes an outcome of a piece of work, which `branch` has met. An error that a program can catch
   * is an outcome like any other; an error that ends the program is not an outcome. Where the
   * outcome had already been made while the piece ran, what the piece cost and recorded is added to
   * that outcome.
   */
  private settle(
    branch: Branch,
    worker: Branch,
    isNew: boolean,
    failure: Failure | undefined,
  ): void {
    const cost = branch.takeBack(worker);
    const { records, readings } = worker;
    if (failure !== undefined) {
      if (endsProgram(failure.error)) {
        branch.records.include(records);
        return;
      }
      (this.failed ??= []).push(this.outcomes.length);
    }
    const last = this.outcomes.at(-1);
    if (!isNew && last !== undefined) {
      last.cost = plus(last.cost, cost);
      last.records.include(records);
      return;
    }
    if (readings === undefined) return;
    const count = this.outcomes.push({ cost, readings, records, failure });
    branch.account.meet(this, count);
    branch.records.include(records);
    this.noteReading(branch, count);
  }

  /** Waits until the work of the other branch has ended. The outcomes then say how it ended. */
  private async wait(branch: Branch, { worker, settled }: UnderWay): Promise<void> {
    const { evaluation } = branch;
    // A function kept in memory may hold a sequence that two runs ask for at the same time. The
    // worker of another run never waits for this one, so there is nothing to check.
    const computing = worker.evaluation === evaluation ? worker : undefined;
    const ended = async (): Promise<void> => {
      const { kind } = await untilAborted(settled, evaluation.givenSignal);
      if (kind === "cancelled") throw evaluation.cancellation;
    };
    await waitForBranch(branch, computing, ended, () => this.needsItself());
  }
}
