// Work that is done once for all branches that ask for it: the elements of a lazy sequence, the
// body of a task. It is done by a branch of its own, under the budget of whoever asks first and at
// an address of its own; everybody else who asks pays the same, meets the same outcomes in the same
// order, failures included, and reads the same records. So nothing depends on who asks first.
//
//   outcomes      0 failed   1 element   2 element   3 end        each with what it cost
//   a branch      has met 0 to 2 of them; asking again, it meets the next, or has it computed

import type { Branch } from "./branch.ts";
import { plus, type Counts } from "./counts.ts";
import type { EffectScope } from "./effect-scope.ts";
import { endsProgram } from "./ends-program.ts";
import { waitRefused } from "./errors.ts";
import { Readings, type ReadableWork, type ReadSoFar } from "./readings.ts";
import { RunRecords } from "./run-records.ts";
import type { Site } from "./site.ts";
import { untilAborted } from "./until-aborted.ts";
import { isWithin } from "./branch-waits.ts";
import { waitForBranch } from "./wait-for-branch.ts";

/** One outcome, apart from its value, which whoever does the work keeps. */
interface Outcome {
  /** What it took, without the shared work that it read. */
  cost: Counts;
  readonly readings: Readings;
  readonly records: RunRecords;
  readonly failure: Failure | undefined;
}

interface Failure {
  readonly error: unknown;
  /** Where the branch that failed was. */
  readonly site: Site | undefined;
}

interface UnderWay {
  readonly worker: Branch;
  readonly settled: Promise<unknown>;
}

/**
 * Does a piece of work; `true` when it came to a new outcome, which it has kept. May be told to the
 * end by a promise.
 */
export type Piece = (worker: Branch) => boolean | Promise<boolean>;

export abstract class SharedWork implements ReadableWork {
  /** What the work makes belongs to the branch that made the work known. */
  private readonly home: Branch;
  private readonly outcomes: Outcome[] = [];
  private failed: number[] | undefined = undefined;
  private readSoFar: ReadSoFar | undefined = undefined;
  private underWay: UnderWay | undefined = undefined;
  /** The branch that does the work now, waiting or not. */
  private current: Branch | undefined = undefined;

  constructor(maker: Branch) {
    this.home = maker.home;
  }

  /** Where the effects of the work happen. */
  protected abstract scope(): EffectScope;

  /** The error of work that cannot go on without itself. */
  protected abstract needsItself(): Error;

  protected get outcomeCount(): number {
    return this.outcomes.length;
  }

  /** How many outcomes there are up to the last of `successes` that were no failure. */
  protected countFor(successes: number): number {
    let count = successes;
    for (const index of this.failed ?? []) if (index < count) count++;
    return count;
  }

  /** How many outcomes the branch has met. */
  protected metBy(branch: Branch): number {
    return branch.account.countOf(this);
  }

  /**
   * The next outcome for `branch`: one that is there, or one that is made now with `piece`, or one
   * that another branch works on. Afterwards the branch has met one more, but after waiting for
   * another branch, when it should ask again.
   * @throws what the work threw there
   */
  protected next(branch: Branch, piece: Piece): void | Promise<void> {
    const met = this.metBy(branch);
    if (met < this.outcomes.length) this.meet(met, branch);
    else if (this.underWay === undefined) return this.work(branch, piece);
    else if (branch.cannotWait) throw waitRefused();
    else return this.wait(branch, this.underWay);
  }

  /** Whether the work is being done by `branch`, or by one around it. */
  protected isDoneAround(branch: Branch): boolean {
    return this.current !== undefined && isWithin(branch, this.current);
  }

  /** `branch`, a piece of work itself or inside one, has read the outcomes before `count`. */
  protected noteReading(branch: Branch, count: number): void {
    branch.readings?.note(this, count);
  }

  /**
   * `branch` pays for all outcomes before `count` that it has not met: something it met read them.
   */
  payBefore(count: number, branch: Branch): void {
    for (let index = this.metBy(branch); index < count; index++) this.pay(index, branch);
  }

  /** The records of the outcomes from `from` to before `to`. */
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

  private work(branch: Branch, piece: Piece): void | Promise<void> {
    const records = new RunRecords();
    this.readSoFar ??= new Map();
    const readings = new Readings(records, this.readSoFar);
    const worker = branch.lend({ scope: this.scope(), home: this.home, records, readings });
    this.current = worker;
    let made: boolean | Promise<boolean>;
    try {
      made = piece(worker);
    } catch (error) {
      this.settle(branch, worker, true, { error, site: worker.site });
      throw error;
    }
    if (made instanceof Promise) return this.workLater(branch, worker, made);
    this.settle(branch, worker, made, undefined);
  }

  private workLater(branch: Branch, worker: Branch, made: Promise<boolean>): Promise<void> {
    const settled = made.then(
      (isNew) => {
        this.underWay = undefined;
        this.settle(branch, worker, isNew, undefined);
      },
      (error: unknown) => {
        this.underWay = undefined;
        this.settle(branch, worker, true, { error, site: worker.site });
        throw error;
      },
    );
    this.underWay = { worker, settled };
    return settled;
  }

  /**
   * The piece is done: `branch`, for which it was done, has its budget back and has met the
   * outcome. An error that the branch can catch is an outcome like any other; one that ends the
   * program is none. A piece whose outcome was made inside of it, on the way, belongs to that
   * outcome.
   */
  private settle(
    branch: Branch,
    worker: Branch,
    isNew: boolean,
    failure: Failure | undefined,
  ): void {
    this.current = undefined;
    const cost = branch.takeBack(worker);
    const { records, readings } = worker;
    if (failure !== undefined) {
      branch.site = failure.site ?? branch.site;
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

  /** How the other branch's work ends is told by the outcomes. */
  private async wait(branch: Branch, { worker, settled }: UnderWay): Promise<void> {
    const { evaluation } = branch;
    // A function kept in memory may hold a sequence that two runs ask at the same time.
    const computing = worker.evaluation === evaluation ? worker : undefined;
    const ended = async (): Promise<void> => {
      const { kind } = await untilAborted(settled, evaluation.givenSignal);
      if (kind === "cancelled") throw evaluation.cancellation;
    };
    await waitForBranch(branch, computing, ended, () => this.needsItself());
  }
}
