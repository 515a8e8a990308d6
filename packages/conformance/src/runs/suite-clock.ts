// The clock of the suite: real time, which a case can move forward. Sleepers whose time comes by
// that wake up at once, so a case waits for a day without waiting.

import type { Clock } from "@ptc/core/contracts";

export class SuiteClock implements Clock {
  private offset = 0;
  private readonly sleepers = new Set<{ readonly due: number; readonly wake: () => void }>();

  readonly now = (): number => Date.now() + this.offset;
  readonly monotonic = (): number => performance.now() + this.offset;

  readonly sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.sleepers.delete(sleeper);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(milliseconds, 2 ** 31 - 1));
      const sleeper = { due: this.now() + milliseconds, wake };
      this.sleepers.add(sleeper);
      signal.addEventListener("abort", wake);
      if (signal.aborted) wake();
    });

  /** Moves the time. */
  pass(milliseconds: number): void {
    this.offset += milliseconds;
    for (const { due, wake } of this.sleepers) if (due <= this.now()) wake();
  }
}
