// Wakes the watchers of a store in its process.

/** Counts rings, so that a watcher that was busy at a ring doesn't miss it. */
export class Bell {
  private count = 0;
  private readonly waiting = new Set<() => void>();

  /** The number of rings. Read it before you look for changes, and pass it to `wait`. */
  get rings(): number {
    return this.count;
  }

  ring(): void {
    this.count++;
    for (const wake of [...this.waiting]) wake();
  }

  /** Resolves at the next ring after `rings`, or when `signal` aborts. Never rejects. */
  async wait(rings: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || rings !== this.count) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      this.waiting.add(wake);
      signal.addEventListener("abort", wake, { once: true });
    });
  }
}
