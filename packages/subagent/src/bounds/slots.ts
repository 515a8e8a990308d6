// Limits the number of concurrent calls. A call waits if all slots are taken. A released slot goes
// to the call that has waited longest.

import { onAbort } from "@ptc/core/internal/contracts";

interface Waiting {
  /** Gives it the slot. Returns false if it no longer waits. */
  readonly give: () => boolean;
}

export class Slots {
  private free: number;
  /**
   * Waiting calls in order. Those before `next` have been served; they are dropped when all have
   * been.
   */
  private waiting: Waiting[] = [];
  private next = 0;

  constructor(count: number) {
    this.free = count;
  }

  /** Takes a slot if one is free now. */
  take(): boolean {
    if (this.free === 0) return false;
    this.free -= 1;
    return true;
  }

  /** Takes a slot now or later. Resolves to false if `signal` is aborted before a slot is free. */
  wait(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (this.take()) return Promise.resolve(true);
    return new Promise((resolve) => {
      let isWaiting = true;
      const end = (hasSlot: boolean): boolean => {
        if (!isWaiting) return false;
        isWaiting = false;
        remove();
        resolve(hasSlot);
        return true;
      };
      const remove = onAbort(signal, () => {
        end(false);
      });
      this.waiting.push({ give: () => end(true) });
    });
  }

  /** Releases a taken slot. */
  release(): void {
    while (this.next < this.waiting.length) {
      const waiting = this.waiting[this.next];
      this.next += 1;
      if (waiting?.give() === true) return;
    }
    this.waiting = [];
    this.next = 0;
    this.free += 1;
  }
}

/**
 * A slot of a tool combined with one of its mission. A call always takes the first before it waits
 * for the second, so two tools can't deadlock.
 */
export class SlotPair {
  private readonly own: Slots;
  private readonly shared: Slots;

  constructor(own: Slots, shared: Slots) {
    this.own = own;
    this.shared = shared;
  }

  take(): boolean {
    if (!this.own.take()) return false;
    if (this.shared.take()) return true;
    this.own.release();
    return false;
  }

  async wait(signal: AbortSignal): Promise<boolean> {
    if (!(await this.own.wait(signal))) return false;
    if (await this.shared.wait(signal)) return true;
    this.own.release();
    return false;
  }

  release(): void {
    this.shared.release();
    this.own.release();
  }
}
