// The turns that a mission has left: work turns, then turns to correct the answer. All are within
// one budget that it shares with its child missions.
//
//   work    the program may explore              last    the last work turn, or the last request
//                                                        that can be paid: it must return
//   retry   after the work turns: the answer is missing or doesn't match, and is requested again

import type { Allowance } from "./allowance.ts";

export type TurnPhase = "work" | "last" | "retry";

export interface TurnLimits {
  readonly maxTurns: number;
  readonly retryTurns: number;
}

/** The reason why no turns are left. */
export type TurnsEnd = "max_turns_exceeded" | "turn_budget_exhausted";

export class TurnBudget {
  private readonly limits: TurnLimits;
  private readonly budget: Allowance;
  private taken = 0;

  /** True if the limits of requests, tokens and cost allow only one more request. */
  private readonly isLastRequest: () => boolean;

  constructor(limits: TurnLimits, budget: Allowance, isLastRequest = (): boolean => false) {
    this.limits = limits;
    this.budget = budget;
    this.isLastRequest = isLastRequest;
  }

  /**
   * The number of turns taken, including the current one. This is the number of the current turn.
   */
  get used(): number {
    return this.taken;
  }

  /** The number of turns left. */
  get left(): number {
    return Math.max(0, Math.min(this.ownTurns - this.taken, this.budget.left));
  }

  /** The turns left for the work itself. */
  get workLeft(): number {
    return Math.max(0, Math.min(this.limits.maxTurns - this.taken, this.left));
  }

  /** The turns left to correct an answer. */
  get retryLeft(): number {
    return this.left - this.workLeft;
  }

  /** The phase of the next turn; undefined if no turns are left. */
  get phase(): TurnPhase | undefined {
    if (this.left === 0) return undefined;
    if (this.taken >= this.limits.maxTurns) return "retry";
    const isLast =
      this.taken === this.limits.maxTurns - 1 || this.left === 1 || this.isLastRequest();
    return isLast ? "last" : "work";
  }

  /** Takes the next turn and returns its number. */
  take(): number {
    this.taken += 1;
    this.budget.spend();
    return this.taken;
  }

  /** The limit that leaves no more turns. */
  get end(): TurnsEnd {
    return this.taken < this.ownTurns ? "turn_budget_exhausted" : "max_turns_exceeded";
  }

  private get ownTurns(): number {
    return this.limits.maxTurns + this.limits.retryTurns;
  }
}
