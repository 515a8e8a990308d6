// A budget that workers spend from, on shared work. Two ways to lend it:
//
//   lendTo    the worker gets amounts of its own, so what the work cost is known at the end
//   handTo    the worker gets this very budget, which is fast
//
// What shared work has cost stands apart from what the branch has spent itself: an attempt that
// meets an element which is still being computed is put back, but not what it has paid for others.

import { Budget, type Sharing } from "./budget.ts";
import { minus, noCounts, plus, type Counts, type CountsLeft } from "./counts.ts";

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

  /** What was spent, by this branch and on its behalf. */
  get spent(): CountsLeft {
    const spent = minus(this.given, this.left);
    spent.steps -= this.ticksInHand;
    const lent = this.ownSharing?.lent ?? noCounts;
    return lent === noCounts ? spent : minus(spent, lent);
  }

  /** What may still be spent, by this branch and by workers on its behalf. */
  get remaining(): Counts {
    const remaining = plus(this.left, this.ownSharing?.lent ?? noCounts);
    remaining.steps += this.ticksInHand;
    return remaining;
  }

  /** The steps of the slice in hand, this budget's or that of the worker which has it. */
  get ticksInHand(): number {
    return this.ownSharing?.holder?.ticksInHand ?? this.ticks;
  }

  /** Lends everything to `worker`, which was made with no budget but the one that comes with it. */
  protected lendTo(worker: LendingBudget, ticks: number): void {
    const { sharing } = this;
    sharing.lent = sharing.lent === noCounts ? worker.given : plus(sharing.lent, worker.given);
    // The slice in hand goes along: taking a new one would look at the clock.
    worker.ticks = ticks;
    worker.left.steps -= ticks;
  }

  /**
   * Takes back what `worker` has left. Answers with what it spent, without the other shared work
   * that it read.
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

  /** Hands the budget itself to `worker`, which has none. */
  protected handTo(worker: LendingBudget): void {
    const { sharing, left, ticks } = this;
    if (worker.left !== left) worker.left = left;
    worker.ticks = ticks;
    this.ticks = 0;
    sharing.stepsHanded = left.steps + ticks;
    sharing.bytesHanded = left.memoryBytes;
    sharing.holder = worker;
  }

  /** Ends what `handTo` began. */
  takeFrom(worker: LendingBudget): void {
    const { sharing, left } = this;
    const { ticks } = worker;
    worker.ticks = 0;
    this.ticks = ticks;
    sharing.stepsAlone += sharing.stepsHanded - left.steps - ticks;
    sharing.bytesAlone += sharing.bytesHanded - left.memoryBytes;
    sharing.holder = undefined;
  }

  /** Pays for shared work that another branch has done. */
  payElsewhere(cost: Counts): void {
    const { sharing } = this;
    sharing.elsewhere = plus(sharing.elsewhere, cost);
    this.countAll(cost);
  }

  /** Takes over what an inner branch has spent on shared work. */
  protected joinElsewhere({ ownSharing: inner }: LendingBudget): void {
    if (inner === undefined) return;
    const { sharing } = this;
    if (inner.elsewhere !== noCounts) sharing.elsewhere = plus(sharing.elsewhere, inner.elsewhere);
    sharing.stepsAlone += inner.stepsAlone;
    sharing.bytesAlone += inner.bytesAlone;
  }

  /**
   * Puts back what was spent since `ownSteps` and `ownBytes` were `steps` and `bytes`. The function
   * that it returns spends it again.
   */
  protected putBack(steps: number, bytes: number): () => void {
    const { sharing, left } = this;
    const spentSteps = steps - this.ownSteps;
    const spentBytes = bytes - this.ownBytes;
    left.steps += spentSteps;
    left.memoryBytes += spentBytes;
    sharing.stepsHanded += spentSteps;
    sharing.bytesHanded += spentBytes;
    return () => {
      this.spend(spentSteps);
      this.charge(spentBytes);
    };
  }

  /** The steps that would be left if shared work had cost none. */
  get ownSteps(): number {
    const { ownSharing } = this;
    if (ownSharing === undefined) return this.stepsLeft;
    const { holder, stepsHanded, lent, elsewhere, stepsAlone } = ownSharing;
    const left = holder === undefined ? this.stepsLeft : stepsHanded;
    return left + lent.steps + elsewhere.steps + stepsAlone;
  }

  /** The bytes that would be left if shared work had taken none. */
  get ownBytes(): number {
    const { ownSharing } = this;
    if (ownSharing === undefined) return this.bytesLeft;
    const { holder, bytesHanded, lent, elsewhere, bytesAlone } = ownSharing;
    const left = holder === undefined ? this.bytesLeft : bytesHanded;
    return left + lent.memoryBytes + elsewhere.memoryBytes + bytesAlone;
  }
}
