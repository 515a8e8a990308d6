// What a branch may still spend of each counter of `counts.ts`, counted down to zero. Steps are
// taken in slices, and taking a slice checks the clock and the abort signal.
//
//   steps left = left.steps + ticks      ticks: what is left of the slice in hand

import {
  addTo,
  copyOf,
  counterNames,
  type CounterName,
  type Counts,
  type CountsLeft,
} from "./counts.ts";
import { LimitError } from "../errors/errors.ts";
import type { Evaluation } from "../evaluation.ts";
import type { Site } from "../site.ts";

const slice = 4096;
const mostAtOnce = 1 << 29;

/** What `finally` may still spend after the program has ended. */
const cleanUpSteps = 10_000;
const cleanUpBytes = 1_000_000;

interface Reserve {
  steps: number;
  bytes: number;
}

/** What shared work, see `lending-budget.ts`, changes of a budget. Most branches meet none. */
export interface Sharing {
  /** What was spent so far on shared work that other branches may read too. */
  elsewhere: Counts;
  /** The steps and bytes that lone workers spent so far. */
  stepsAlone: number;
  bytesAlone: number;
  /** What workers have borrowed and not yet given back. */
  lent: Counts;
  /** The worker that the budget is handed to, and the steps and bytes left when it was. */
  holder: { readonly ticksInHand: number } | undefined;
  stepsHanded: number;
  bytesHanded: number;
}

export abstract class Budget {
  readonly evaluation: Evaluation;
  /** The call that runs now. An error that names no position itself happened here. */
  site: Site | undefined = undefined;
  ticks = 0;
  protected readonly given: Counts;
  /** A branch keeps one object, which a worker that the budget is handed to has as well. */
  protected left: CountsLeft;
  /** Stands here because every run makes a budget: a class without fields takes hosts no time. */
  protected ownSharing: Sharing | undefined = undefined;
  private reserve: Reserve | undefined = undefined;

  constructor(evaluation: Evaluation, given: Counts) {
    this.evaluation = evaluation;
    this.given = given;
    this.left = copyOf(given);
  }

  /** Takes the first slice when a program starts. The clock is not read: it has just been. */
  begin(): void {
    this.ticks = Math.min(slice, this.left.steps);
    this.left.steps -= this.ticks;
  }

  /** Counts `steps`; the hot paths inline `if (--branch.ticks < 0) branch.refill()`. */
  spend(steps: number): void {
    if (steps > mostAtOnce) this.spendMuch(steps);
    else if ((this.ticks -= steps) < 0) this.refill();
  }

  /**
   * Counts a number of steps too large for `ticks`, as walking shared structure can take. `ticks`
   * stays a small integer, because engines compute with larger numbers more slowly in every loop.
   */
  private spendMuch(steps: number): void {
    const { left } = this;
    if (steps > left.steps + this.ticks) this.endSteps();
    left.steps -= steps - (steps % mostAtOnce);
    if (left.steps < 0) {
      this.ticks += left.steps;
      left.steps = 0;
    }
    this.spend(steps % mostAtOnce);
    this.evaluation.checkTime();
  }

  private endSteps(): never {
    this.left.steps = 0;
    this.ticks = 0;
    throw new LimitError("steps", this.evaluation.limits.steps);
  }

  /** Takes a new slice of steps, which is where the clock and the abort signal are looked at. */
  refill(): void {
    const { left } = this;
    const needed = -this.ticks;
    if (needed > left.steps) this.endSteps();
    const taken = Math.max(needed, Math.min(slice, left.steps));
    left.steps -= taken;
    this.ticks += taken;
    this.evaluation.checkTime();
  }

  /**
   * Like `refill`, for code at `site` that cannot fail in any other way, and so sets the branch's
   * site only here.
   */
  refillAt(site: Site): void {
    this.site = site;
    this.refill();
  }

  checkTime(): void {
    this.evaluation.checkTime();
  }

  /** Charges `bytes` before they are allocated. */
  charge(bytes: number): void {
    if ((this.left.memoryBytes -= bytes) < 0) {
      this.left.memoryBytes = 0;
      throw new LimitError("memoryBytes", this.evaluation.limits.memoryBytes);
    }
  }

  /** Counts `amount` before it is used. Steps, which are spent in slices, have `spend`. */
  count(name: Exclude<CounterName, "steps">, amount: number): void {
    if ((this.left[name] -= amount) >= 0) return;
    this.left[name] = 0;
    throw new LimitError(name, this.evaluation.limits[name]);
  }

  /** Counts an amount of everything. */
  protected countAll(cost: Counts): void {
    this.spend(cost.steps);
    for (const name of counterNames) if (name !== "steps") this.count(name, cost[name]);
  }

  /** How much may still be printed. */
  get outputRoom(): number {
    return this.left.outputBytes;
  }

  /**
   * Counts what the host will be handed: prints, and the result. What does not fit is not counted.
   * @throws LimitError
   */
  countOutput(units: number): void {
    if (units > this.left.outputBytes)
      throw new LimitError("outputBytes", this.evaluation.limits.outputBytes);
    this.left.outputBytes -= units;
  }

  /**
   * Takes everything that is left out of this branch, to divide it at a fork or to lend it to a
   * worker.
   */
  surrender(): Counts {
    const { left } = this;
    const all = copyOf(left);
    all.steps += this.ticks;
    for (const name of counterNames) left[name] = 0;
    this.ticks = 0;
    return all;
  }

  /** Gives back what a branch that has ended did not use. */
  restore(counts: Counts): void {
    addTo(this.left, counts);
  }

  /** The steps left, with those of the slice in hand. */
  get stepsLeft(): number {
    return this.left.steps + this.ticks;
  }

  get bytesLeft(): number {
    return this.left.memoryBytes;
  }

  /**
   * Replaces the steps and bytes of the budget by a small reserve. The function that it returns
   * puts them back.
   */
  takeReserve(): () => void {
    const { left, ticks } = this;
    const { steps, memoryBytes } = left;
    const reserve = (this.reserve ??= { steps: cleanUpSteps, bytes: cleanUpBytes });
    left.steps = 0;
    left.memoryBytes = reserve.bytes;
    this.ticks = reserve.steps;
    return () => {
      reserve.steps = Math.max(0, this.ticks);
      reserve.bytes = left.memoryBytes;
      left.steps = steps;
      left.memoryBytes = memoryBytes;
      this.ticks = ticks;
    };
  }
}
