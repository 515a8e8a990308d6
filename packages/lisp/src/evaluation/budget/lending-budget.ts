// A budget from which workers spend on shared work. There are two ways to lend it:
//
//   lendTo    the worker gets amounts of its own, so the cost of the work is known at the end
//   handTo    the worker uses this very budget, which is fast
//
// The cost of shared work is tracked separately from the branch's own cost. An attempt that reaches
// an element still being computed is refunded, but payments for shared work are not.

import { Budget, type Sharing } from "./budget.ts";
import { minus, noCounts, plus, type Counts, type CountsLeft } from "./counts.ts";
import { LimitError } from "../errors/errors.ts";

export abstract class LendingBudget extends Budget {
  private get sharing(): Sharing {
    return (this.ownSharing ??= {
      elsewhere: noCounts,
      stepsAlone: 0,
      bytesAlone: 0,
      lent: noCounts,
      holder: undefined,
      stepsHanded: 0,
      bytesHanded: 0,
    });
  }

  /** The amount spent by this branch and on its behalf. */
  get spent(): CountsLeft {
    const spent = minus(this.given, this.left);
    spent.steps -= this.ticksInHand;
    const lent = this.ownSharing?.lent ?? noCounts;
    return lent === noCounts ? spent : minus(spent, lent);
  }

  /** The amount spent so far, without other shared work that was read. */
  get spentHere(): Counts {
    const elsewhere = this.ownSharing?.elsewhere ?? noCounts;
    return elsewhere === noCounts ? this.spent : minus(this.spent, elsewhere);
  }

  /** The amount that this branch, and workers on its behalf, may still spend. */
  get remaining(): Counts {
    const remaining = plus(this.left, this.ownSharing?.lent ?? noCounts);
    remaining.steps += this.ticksInHand;
    return remaining;
  }

  /** The rest of the current slice, of this budget or of the worker that uses it. */
  get ticksInHand(): number {
    return this.ownSharing?.holder?.ticksInHand ?? this.ticks;
  }

  /**
   * Ends the budget at `error`, thrown while the branch did shared work or paid for it. After a
   * limit it has spent that counter and nothing else since `before`, because what it spent up to
   * the limit depends on whether another branch has done the work already.
   */
  endAt(before: Counts, error: unknown): void {
    if (!(error instanceof LimitError) || error.limit === "timeoutMs") return;
    this.surrender();
    this.restore({ ...before, [error.limit]: 0 });
  }

  /** Lends everything to `worker`, which was created with this budget alone. */
  protected lendTo(worker: LendingBudget, ticks: number): void {
    const { sharing } = this;
    sharing.lent = sharing.lent === noCounts ? worker.given : plus(sharing.lent, worker.given);
    // Pass on the current slice, because taking a new one reads the clock.
    worker.ticks = ticks;
    worker.left.steps -= ticks;
  }

  /**
   * Takes back the rest from `worker`. Returns what it spent, without other shared work that it
   * read.
   */
  takeBack(worker: LendingBudget): Counts {
    const { sharing } = this;
    const { given, ticks } = worker;
    const left = worker.surrender();
    const spent = minus(given, left);
    sharing.lent = sharing.lent === given ? noCounts : minus(sharing.lent, given);
    this.restore(left);
    this.left.steps -= ticks;
    this.ticks += ticks;
    sharing.elsewhere = plus(sharing.elsewhere, spent);
    const elsewhere = worker.ownSharing?.elsewhere ?? noCounts;
    return elsewhere === noCounts ? spent : minus(spent, elsewhere);
  }

  /** Lets `worker`, which has no budget, use this one. */
  protected handTo(worker: LendingBudget): void {
    const { sharing, left, ticks } = this;
    if (worker.left !== left) worker.left = left;
    worker.ticks = ticks;
    this.ticks = 0;
    sharing.stepsHanded = left.steps + ticks;
    sharing.bytesHanded = left.memoryBytes;
    sharing.holder = worker;
  }

  /** Ends the use that `handTo` began. */
  takeFrom(worker: LendingBudget): void {
    const { sharing, left } = this;
    const { ticks } = worker;
    worker.ticks = 0;
    this.ticks = ticks;
    sharing.stepsAlone += sharing.stepsHanded - left.steps - ticks;
    sharing.bytesAlone += sharing.bytesHanded - left.memoryBytes;
    sharing.holder = undefined;
  }

  /** Pays for shared work of another branch. */
  payElsewhere(cost: Counts): void {
    const { sharing } = this;
    sharing.elsewhere = plus(sharing.elsewhere, cost);
    this.countAll(cost);
  }

  /** Adds what an inner branch has spent on shared work. */
  protected joinElsewhere({ ownSharing: inner }: LendingBudget): void {
    if (inner === undefined) return;
    const { sharing } = this;
    if (inner.elsewhere !== noCounts) sharing.elsewhere = plus(sharing.elsewhere, inner.elsewhere);
    sharing.stepsAlone += inner.stepsAlone;
    sharing.bytesAlone += inner.bytesAlone;
  }

  /** Refunds what was spent since `ownSteps` and `ownBytes` were `steps` and `bytes`. */
  protected putBack(steps: number, bytes: number): void {
    const { left } = this;
    left.steps += steps - this.ownSteps;
    left.memoryBytes += bytes - this.ownBytes;
  }

  /** The steps that would be left without the cost of shared work. */
  get ownSteps(): number {
    const { ownSharing } = this;
    if (ownSharing === undefined) return this.stepsLeft;
    const { holder, stepsHanded, lent, elsewhere, stepsAlone } = ownSharing;
    const left = holder === undefined ? this.stepsLeft : stepsHanded;
    return left + lent.steps + elsewhere.steps + stepsAlone;
  }

  /** The bytes that would be left without the cost of shared work. */
  get ownBytes(): number {
    const { ownSharing } = this;
    if (ownSharing === undefined) return this.bytesLeft;
    const { holder, bytesHanded, lent, elsewhere, bytesAlone } = ownSharing;
    const left = holder === undefined ? this.bytesLeft : bytesHanded;
    return left + lent.memoryBytes + elsewhere.memoryBytes + bytesAlone;
  }
}
