// How many calls are made at once. Whoever comes when all slots are taken waits, in order; a slot
// that becomes free goes to the one who has waited longest.

interface Waiting {
  /** Gives it the slot; false where it does not wait any more. */
  readonly give: () => boolean;
}

export class Slots {
  private free: number;
  /** In order. Those in front of `next` have had their turn; they are dropped when all have. */
  private waiting: Waiting[] = [];
  private next = 0;

  constructor(count: number) {
    this.free = count;
  }

  /** Takes a slot, where one is free now. */
  take(): boolean {
    if (this.free === 0) return false;
    this.free -= 1;
    return true;
  }

  /** Takes a slot now or later. Answers false when `signal` aborted before there was one. */
  wait(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (this.take()) return Promise.resolve(true);
    return new Promise((resolve) => {
      let isWaiting = true;
      const end = (hasSlot: boolean): boolean => {
        if (!isWaiting) return false;
        isWaiting = false;
        signal.removeEventListener("abort", giveUp);
        resolve(hasSlot);
        return true;
      };
      const giveUp = (): void => {
        end(false);
      };
      signal.addEventListener("abort", giveUp);
      this.waiting.push({ give: () => end(true) });
    });
  }

  /** Gives back a slot that was taken. */
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
 * A slot of a tool together with one of its mission. Who has the first waits for the second, and
 * never the other way round, so that two tools cannot wait for each other.
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
