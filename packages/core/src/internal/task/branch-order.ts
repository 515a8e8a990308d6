// Passes the answers of a recorded run on in order, as `AnswerOrder` does. While the run has a
// single branch, there is only one order, so an answer is passed on at once, without a task of the
// host for each call.

import type { Activity } from "./activity.ts";
import { AnswerOrder } from "./answer-order.ts";

/** The order in which a run with one branch asked for answers; see the head of this file. */
export class BranchOrder {
  private readonly order: AnswerOrder;
  /** True if the run may still do what it can with an answer that was passed on at once. */
  private maySettle = false;

  constructor(activity: Activity) {
    this.order = new AnswerOrder(activity);
  }

  /** Begins with the run, which doesn't wait yet. */
  start(): void {
    this.order.start();
  }

  /** Calls `pass` now, or after the answers that came before. */
  pass(pass: () => void): void {
    if (this.maySettle) this.order.start();
    this.maySettle = false;
    this.order.pass(pass);
  }

  /**
   * Calls `pass` now, for an answer while the run has a single branch, which waits for it. Returns
   * its result.
   */
  passAlone<Passed>(pass: () => Passed): Passed {
    this.maySettle = true;
    return pass();
  }

  /** Resolves when it is the turn of an effect that uses what branches share. */
  claim(at: string): Promise<void> {
    return this.order.claim(at);
  }

  /** Resolves when it is the turn of an answer, after `note` was called. */
  inTurn(note: () => void): Promise<void> {
    return new Promise((resolve) => {
      this.pass(() => {
        note();
        resolve();
      });
    });
  }
}
