// The state of one user: runs, allowances, and the share of the work so far.

import { Allowance } from "./allowance.ts";
import type { UsedWork } from "./evaluator-event.ts";
import type { UserQuotas } from "./evaluator-options.ts";
import { refusalOf, type Refusal } from "./refusal.ts";

/** A run that waits for its turn. */
export interface Waiter {
  readonly account: Account;
  /** Its number in the order of arrival. */
  readonly order: number;
  readonly arrivedAt: number;
  /** Receives the milliseconds that it waited. */
  readonly start: (waitMs: number) => void;
  readonly refuse: (refusal: Refusal) => void;
}

/** Returns the work of a run in steps, with what a run costs if its program does nothing. */
function costOf({ steps, bytes }: UsedWork): number {
  return costOfRun + steps + bytes / bytesOfStep;
}

/** A round trip to a process takes about as long as this many steps. */
const costOfRun = 10_000;
/** The proportion of the default limits. */
const bytesOfStep = 5;

export class Account {
  readonly user: string;
  running = 0;
  readonly waiting: Waiter[] = [];
  /** The position in the order of fair turns: it grows with the user's work. */
  position: number;
  private readonly steps: Allowance | undefined;
  private readonly bytes: Allowance | undefined;
  private readonly runs: Allowance | undefined;
  /** A moving average, as the estimate of a run that begins. */
  private usualCost = costOfRun;

  constructor(
    user: string,
    { steps, bytes, perMinute }: UserQuotas,
    now: number,
    position: number,
  ) {
    const allowance = (amount: number | undefined): Allowance | undefined =>
      amount === undefined ? undefined : new Allowance(amount, now);
    this.user = user;
    this.position = position;
    this.steps = allowance(steps);
    this.bytes = allowance(bytes);
    this.runs = allowance(perMinute);
  }

  /** Returns the refusal of a run that arrives, or undefined after counting it. */
  arrive(now: number): Refusal | undefined {
    const refusal = this.overdrawn(now) ?? refused("perMinute", this.runs, now);
    if (refusal === undefined) this.runs?.take(1, now);
    return refusal;
  }

  /** Returns the refusal of a run that may not begin because of earlier runs. */
  overdrawn(now: number): Refusal | undefined {
    return refused("steps", this.steps, now) ?? refused("bytes", this.bytes, now);
  }

  /** Moves on by the estimate of a run, and returns it. */
  begin(): number {
    this.running += 1;
    this.position += this.usualCost;
    return this.usualCost;
  }

  /** Replaces the estimate with the work of the run. */
  end(estimate: number, used: UsedWork, now: number): void {
    const cost = costOf(used);
    this.running -= 1;
    this.position += cost - estimate;
    this.usualCost += (cost - this.usualCost) / 4;
    this.steps?.take(used.steps, now);
    this.bytes?.take(used.bytes, now);
  }

  /** True if a new account would be the same. */
  isForgettable(now: number, position: number): boolean {
    return (
      this.isIdle &&
      this.position <= position &&
      [this.steps, this.bytes, this.runs].every((each) => each?.isFull(now) ?? true)
    );
  }

  get isIdle(): boolean {
    return this.running === 0 && this.waiting.length === 0;
  }
}

function refused(
  quota: "steps" | "bytes" | "perMinute",
  allowance: Allowance | undefined,
  now: number,
): Refusal | undefined {
  const waitMs = allowance?.waitMs(now) ?? 0;
  return allowance === undefined || waitMs === 0
    ? undefined
    : refusalOf(quota, allowance.perMinute, waitMs);
}
