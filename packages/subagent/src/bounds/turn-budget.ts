// How many model answers a mission still has: work turns, then turns to repair the answer, all
// within one budget.
//
//   work    the program may look around          last    the last work turn: it must return
//   retry   after the work turns: the answer did not fit or did not come, and is asked for again

export type TurnPhase = "work" | "last" | "retry";

export interface TurnLimits {
  readonly maxTurns: number;
  readonly retryTurns: number;
  readonly turnBudget: number;
}

/** Why there is no further turn. */
export type TurnsEnd = "max_turns_exceeded" | "turn_budget_exhausted";

export class TurnBudget {
  private readonly limits: TurnLimits;
  private taken = 0;

  constructor(limits: TurnLimits) {
    this.limits = limits;
  }

  /** Turns so far, the one that runs included: its number. */
  get used(): number {
    return this.taken;
  }

  /** Turns that may still follow. */
  get left(): number {
    const { maxTurns, retryTurns, turnBudget } = this.limits;
    return Math.max(0, Math.min(maxTurns + retryTurns, turnBudget) - this.taken);
  }

  /** The phase of the turn that would be next; `undefined` when there is none. */
  get phase(): TurnPhase | undefined {
    if (this.left === 0) return undefined;
    if (this.taken >= this.limits.maxTurns) return "retry";
    return this.taken === this.limits.maxTurns - 1 || this.left === 1 ? "last" : "work";
  }

  /** Takes the next turn, and answers its number. */
  take(): number {
    this.taken += 1;
    return this.taken;
  }

  /** Which bound ended the turns. */
  get end(): TurnsEnd {
    const { maxTurns, retryTurns, turnBudget } = this.limits;
    return turnBudget < maxTurns + retryTurns ? "turn_budget_exhausted" : "max_turns_exceeded";
  }
}
