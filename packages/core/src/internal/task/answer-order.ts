// Passes the answers of a recorded run on to it one at a time, each once the run has done all that
// it can with the one before. A replay does the same, so both runs reach what branches share, such
// as a cache or a limit, in the same order. An answer for a run that only waits isn't delayed.

import type { Activity } from "./activity.ts";
import { Claims } from "./claims.ts";

/**
 * The longest delay of an answer in milliseconds, while another branch of the run computes. It is
 * bounded, because code of the application, such as a check, may never end.
 */
const longestDelayMs = 10_000;

/** Passes live answers on one at a time, in the order in which they came. */
export class AnswerOrder {
  private readonly activity: Activity;
  private readonly claims = new Claims();
  private waiting: (() => void)[] = [];
  private isPassing = false;

  constructor(activity: Activity) {
    this.activity = activity;
  }

  /** Calls `pass` now, or after the answers that came before. */
  pass(pass: () => void): void {
    if (this.isPassing) {
      this.waiting.push(pass);
      return;
    }
    this.isPassing = true;
    pass();
    void this.passWaiting();
  }

  /** Begins with the run, which doesn't wait yet. */
  start(): void {
    if (this.isPassing) return;
    this.isPassing = true;
    void this.passWaiting();
  }

  /** Resolves when it is the turn of an effect that uses what branches share. */
  claim(at: string): Promise<void> {
    this.start();
    return this.claims.add(at);
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

  private async passWaiting(): Promise<void> {
    for (;;) {
      await this.passClaims();
      const { waiting } = this;
      if (waiting.length === 0) break;
      this.waiting = [];
      for (const [index, pass] of waiting.entries()) {
        if (index > 0) await this.passClaims();
        pass();
      }
    }
    this.isPassing = false;
  }

  /** Resolves when the run only waits for answers. */
  private async passClaims(): Promise<void> {
    do await this.activity.quietWithin(longestDelayMs);
    while (this.claims.passFirst());
  }
}
