// Tracks the waits that an abort by the host must end immediately. All waits of all runs share one
// listener for each signal, because adding and removing a listener takes longer than a short call,
// and hosts warn about more than ten listeners.

interface Listened {
  readonly waits: Set<AbortWaits>;
  readonly listener: () => void;
}

const listened = /* @__PURE__ */ new WeakMap<AbortSignal, Listened>();

export class AbortWaits {
  private readonly signal: AbortSignal;
  private readonly cancels = new Set<() => void>();

  constructor(signal: AbortSignal) {
    this.signal = signal;
    let shared = listened.get(signal);
    if (shared === undefined) {
      const waits = new Set<AbortWaits>();
      const listener = (): void => {
        for (const each of waits) for (const cancel of each.cancels) cancel();
      };
      shared = { waits, listener };
      listened.set(signal, shared);
      signal.addEventListener("abort", listener, { once: true });
    }
    shared.waits.add(this);
  }

  /** Calls `cancel` when the signal is aborted, unless it is deleted before. */
  add(cancel: () => void): void {
    this.cancels.add(cancel);
  }

  delete(cancel: () => void): void {
    this.cancels.delete(cancel);
  }

  /** Drops all callbacks, and removes the listener if no other run needs it. */
  end(): void {
    this.cancels.clear();
    const shared = listened.get(this.signal);
    if (shared?.waits.delete(this) !== true || shared.waits.size > 0) return;
    listened.delete(this.signal);
    this.signal.removeEventListener("abort", shared.listener);
  }
}
