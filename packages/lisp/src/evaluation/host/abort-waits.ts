// Tracks the waits that an abort by the host must end immediately. All calls of a run share one
// listener, because adding and removing a listener takes longer than a short call.

export class AbortWaits {
  private readonly signal: AbortSignal;
  private readonly cancels = new Set<() => void>();
  private readonly abort = (): void => {
    for (const cancel of this.cancels) cancel();
  };

  constructor(signal: AbortSignal) {
    this.signal = signal;
    signal.addEventListener("abort", this.abort, { once: true });
  }

  /** Calls `cancel` when the signal is aborted, unless it is deleted before. */
  add(cancel: () => void): void {
    this.cancels.add(cancel);
  }

  delete(cancel: () => void): void {
    this.cancels.delete(cancel);
  }

  /** Removes the listener and drops all callbacks. */
  end(): void {
    this.cancels.clear();
    this.signal.removeEventListener("abort", this.abort);
  }
}
