// The branches of one run that wait for a turn. The run takes one turn at a time in the queue of
// the process, however many branches it has. Each turn resumes all branches. The first of them that
// computes long uses up the turn, so the others soon wait again, and continue before it.

import { turnQueue } from "@ptc/core/internal/task";
import type { RunActivity } from "../evaluation-options.ts";
import type { AbortWaits } from "../host/abort-waits.ts";

export class BranchTurns {
  private readonly begin: () => void;
  private branches: (() => void)[] = [];
  private hadTurn = false;
  private readonly abortWaits: AbortWaits | undefined;
  private readonly activity: RunActivity | undefined;

  /**
   * Calls `begin` at the start of each turn. An abort resumes all branches immediately. The run
   * counts as active while a branch waits.
   */
  constructor(
    begin: () => void,
    abortWaits: AbortWaits | undefined,
    activity: RunActivity | undefined,
  ) {
    this.begin = begin;
    this.abortWaits = abortWaits;
    this.activity = activity;
  }

  /** Resolves in a turn of the branch, or when the run is aborted. */
  next(isFresh: boolean): Promise<void> {
    return new Promise((resolve) => {
      this.abortWaits?.add(this.resumeAll);
      if (this.branches.push(resolve) === 1) this.activity?.enter();
      turnQueue.enter(this.resume, isFresh);
    });
  }

  /** Drops all branches: none of them resumes. */
  end(): void {
    turnQueue.leave(this.resume);
    if (this.branches.length > 0) this.activity?.leave();
    this.branches = [];
  }

  /** Resumes all branches. The one that came first has used up the last turn, if there was one. */
  private readonly resumeAll = (): void => {
    const { branches, hadTurn } = this;
    this.end();
    this.hadTurn = true;
    const first = hadTurn ? branches.shift() : undefined;
    for (const resume of branches) resume();
    first?.();
  };

  private readonly resume = (): void => {
    this.begin();
    this.resumeAll();
  };
}
