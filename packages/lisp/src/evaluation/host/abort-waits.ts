// What an abort by the host has to end at once. One listener serves all calls of a run, because
// adding and removing a listener takes longer than a short call.

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

  /** Has `cancel` called when the signal is aborted, unless it is deleted before. */
  add(cancel: () => void): void {
    this.cancels.add(cancel);
  }

  delete(cancel: () => void): void {
    this.cancels.delete(cancel);
  }

  /** Removes the listener; nothing is called any more. */
  end(): void {
    this.cancels.clear();
    this.signal.removeEventListener("abort", this.abort);
  }
}
