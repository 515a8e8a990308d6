// How many model answers a mission may still use: work turns, then turns to repair the answer, all
// within one budget that it shares with the missions it starts.
//
//   work    the program may look around          last    the last work turn: it must return
//   retry   after the work turns: the answer did not fit or did not come, and is asked for again

import type { Allowance } from "./allowance.ts";

export type TurnPhase = "work" | "last" | "retry";

export interface TurnLimits {
  readonly maxTurns: number;
  readonly retryTurns: number;
}

/** Why there is no further turn. */
export type TurnsEnd = "max_turns_exceeded" | "turn_budget_exhausted";

export class TurnBudget {
  private readonly limits: TurnLimits;
  private readonly budget: Allowance;
  private taken = 0;

  constructor(limits: TurnLimits, budget: Allowance) {
    this.limits = limits;
    this.budget = budget;
  }

  /**
   * How many turns were taken, including the current one; this is the number of the current turn.
   */
  get used(): number {
    return this.taken;
  }

  /** How many turns may still follow. */
  get left(): number {
    return Math.max(0, Math.min(this.ownTurns - this.taken, this.budget.left));
  }

  /** How many of those are for the work itself. */
  get workLeft(): number {
    return Math.max(0, Math.min(this.limits.maxTurns - this.taken, this.left));
  }

  /** How many of those are there to mend an answer. */
  get retryLeft(): number {
    return this.left - this.workLeft;
  }

  /** The phase of the next turn; `undefined` when there is no further turn. */
  get phase(): TurnPhase | undefined {
    if (this.left === 0) return undefined;
    if (this.taken >= this.limits.maxTurns) return "retry";
    return this.taken === this.limits.maxTurns - 1 || this.left === 1 ? "last" : "work";
  }

  /** Takes the next turn, and answers its number. */
  take(): number {
    this.taken += 1;
    this.budget.spend();
    return this.taken;
  }

  /** The bound because of which there is no further turn. */
  get end(): TurnsEnd {
    return this.taken < this.ownTurns ? "turn_budget_exhausted" : "max_turns_exceeded";
  }

  private get ownTurns(): number {
    return this.limits.maxTurns + this.limits.retryTurns;
  }
}
