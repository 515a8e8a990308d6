// The remaining budget of a branch, with each counter of `counts.ts` counted down to zero. Steps
// are taken in slices; taking a slice checks the clock and the abort signal.
//
//   steps left = left.steps + ticks      ticks: rest of the current slice

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

/** Budget for `finally` after the program has ended. */
const cleanUpSteps = 10_000;
const cleanUpBytes = 1_000_000;

interface Reserve {
  steps: number;
  bytes: number;
}

/** Data of shared work in a budget; see `lending-budget.ts`. Most branches have none. */
export interface Sharing {
  /** The amount spent so far on shared work that other branches may also read. */
  elsewhere: Counts;
  /** The steps and bytes spent so far by lone workers. */
  stepsAlone: number;
  bytesAlone: number;
  /** The amount lent to workers and not yet returned. */
  lent: Counts;
  /** The worker that uses this budget, and the steps and bytes left when it received it. */
  holder: { readonly ticksInHand: number } | undefined;
  stepsHanded: number;
  bytesHanded: number;
}

export abstract class Budget {
  readonly evaluation: Evaluation;
  /** The call in progress. Errors without a position of their own are reported here. */
  site: Site | undefined = undefined;
  ticks = 0;
  /** The amounts that the branch began with. */
  readonly given: Counts;
  /** A branch keeps the same object, so that a lone worker can share it. */
  protected left: CountsLeft;
  /**
   * Declared here because every run creates a budget, and a class without fields costs hosts no
   * time.
   */
  protected ownSharing: Sharing | undefined = undefined;
  private reserve: Reserve | undefined = undefined;

  constructor(evaluation: Evaluation, given: Counts) {
    this.evaluation = evaluation;
    this.given = given;
    this.left = copyOf(given);
  }

  /** Takes the first slice when a program starts. Doesn't read the clock, which was just read. */
  begin(): void {
    this.ticks = Math.min(slice, this.left.steps);
    this.left.steps -= this.ticks;
  }

  /** Counts `steps`. Hot paths inline `if (--branch.ticks < 0) branch.refill()`. */
  spend(steps: number): void {
    if (steps > mostAtOnce) this.spendMuch(steps);
    else if ((this.ticks -= steps) < 0) this.refill();
  }

  /**
   * Counts a number of steps too large for `ticks`, for example for walking shared structure.
   * `ticks` stays a small integer, because engines are slower with larger numbers in every loop.
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

  /** Takes a new slice of steps, and checks the clock and the abort signal. */
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
   * Like `refill`, for code at `site` that can't fail in any other way and so sets the site only
   * here.
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

  /** Counts `amount` before it is used. For steps, which are spent in slices, use `spend`. */
  count(name: Exclude<CounterName, "steps">, amount: number): void {
    if ((this.left[name] -= amount) >= 0) return;
    this.left[name] = 0;
    throw new LimitError(name, this.evaluation.limits[name]);
  }

  /** Counts an amount of every counter. */
  countAll(cost: Counts): void {
    this.spend(cost.steps);
    for (const name of counterNames) if (name !== "steps") this.count(name, cost[name]);
  }

  /** The number of UTF-16 units that may still be printed. */
  get outputRoom(): number {
    return this.left.outputBytes;
  }

  /**
   * Counts output for the host: prints, and the result. Doesn't count output that exceeds the
   * limit.
   * @throws LimitError
   */
  countOutput(units: number): void {
    if (units > this.left.outputBytes)
      throw new LimitError("outputBytes", this.evaluation.limits.outputBytes);
    this.left.outputBytes -= units;
  }

  /** Removes and returns the rest of the budget, to divide it at a fork or lend it to a worker. */
  surrender(): Counts {
    const { left } = this;
    const all = copyOf(left);
    all.steps += this.ticks;
    for (const name of counterNames) left[name] = 0;
    this.ticks = 0;
    return all;
  }

  /** Returns the unused budget of a branch that has ended. */
  restore(counts: Counts): void {
    addTo(this.left, counts);
  }

  /** The remaining steps, including those of the current slice. */
  get stepsLeft(): number {
    return this.left.steps + this.ticks;
  }

  get bytesLeft(): number {
    return this.left.memoryBytes;
  }

  /**
   * Replaces the steps and bytes of the budget with a small reserve. Returns a function that
   * restores them.
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
