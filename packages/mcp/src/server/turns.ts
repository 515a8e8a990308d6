// Lets work wait for its turn: in one session one after the other, and in the server at most so
// many at the same time. Queues are bounded, and work whose request was cancelled doesn't begin.

import { onAbort } from "@ptc/core/internal/contracts";
import { Refusal } from "./refusal.ts";

interface Waiter {
  readonly begin: () => void;
}

export class Turns {
  private readonly most: number;
  private readonly mostQueued: number;
  private readonly busyText: string;
  private active = 0;
  private readonly queue = new Set<Waiter>();

  /** `busyText` is the message of a refusal if the queue is full. */
  constructor(most: number, mostQueued: number, busyText: string) {
    this.most = most;
    this.mostQueued = mostQueued;
    this.busyText = busyText;
  }

  /** True if nothing runs or waits. */
  get isIdle(): boolean {
    return this.active === 0 && this.queue.size === 0;
  }

  /** Does the work when it is its turn. @throws Refusal if the queue is full, or if cancelled */
  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.begin(signal);
    try {
      return await work();
    } finally {
      this.active -= 1;
      const [next] = this.queue;
      next?.begin();
    }
  }

  private async begin(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw cancelled();
    if (this.active < this.most) {
      this.active += 1;
      return;
    }
    if (this.queue.size >= this.mostQueued) throw new Refusal("busy", this.busyText);
    await new Promise<void>((resolve, reject) => {
      const leave = onAbort(signal, () => {
        this.queue.delete(waiter);
        reject(cancelled());
      });
      const waiter: Waiter = {
        begin: () => {
          this.queue.delete(waiter);
          leave();
          this.active += 1;
          resolve();
        },
      };
      this.queue.add(waiter);
    });
  }
}

function cancelled(): Refusal {
  return new Refusal("cancelled", "the request was cancelled before the program began");
}
