// Passes the effects of a replay on to the run in the order of the recording. An effect is held
// until the run can't continue without one, because only then all effects that the recorded run
// requested before are requested again. So branches reach what they share, such as a cache, in the
// same order.
//
//   requested, line 7 ─┐
//   requested, line 5 ─┼─▶ held ── the run is quiet ──▶ line 5 ── the run is quiet ──▶ line 7 …
//   requested, line 9 ─┘

import type { Activity } from "./activity.ts";
import { Claims } from "./claims.ts";

/** An effect that the run waits for. */
interface Held {
  readonly line: number;
  /** Passes it on. If it returns a promise, the next effect waits for it too. */
  readonly pass: () => Promise<void> | undefined;
}

/** Passes recorded effects on one at a time, in the order of their lines. */
export class LineOrder {
  private readonly activity: Activity;
  /** The latest line first. */
  private readonly held: Held[] = [];
  private readonly claims = new Claims();
  private isPassing = false;

  constructor(activity: Activity) {
    this.activity = activity;
  }

  /** Calls `pass` when it is the turn of `line`. */
  hold(line: number, pass: Held["pass"]): void {
    const { held } = this;
    let from = 0;
    let to = held.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((held[middle]?.line ?? 0) > line) from = middle + 1;
      else to = middle;
    }
    held.splice(from, 0, { line, pass });
    if (!this.isPassing) void this.passAll();
  }

  /** Resolves when it is the turn of an effect that uses what branches share. */
  claim(at: string): Promise<void> {
    const claimed = this.claims.add(at);
    if (!this.isPassing) void this.passAll();
    return claimed;
  }

  /** Resolves to the result of `make`, which is called when it is the turn of `line`. */
  inTurn<Made>(line: number, make: () => Made | PromiseLike<Made>): Promise<Made> {
    return new Promise((resolve) => {
      this.hold(line, () => {
        // An error of `make` rejects the promise.
        const made = new Promise<Made>((done) => {
          done(make());
        });
        this.activity.during(made);
        resolve(made);
        return undefined;
      });
    });
  }

  private async passAll(): Promise<void> {
    this.isPassing = true;
    for (;;) {
      do await this.activity.quiet();
      while (this.claims.passFirst());
      const next = this.held.pop();
      if (next === undefined) break;
      await next.pass();
    }
    this.isPassing = false;
  }
}
