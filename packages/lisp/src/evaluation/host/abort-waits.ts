// Tracks the waits that an abort by the host must end immediately. All waits of a run share one
// listener, and all runs with one signal share the listener of `onAbort`.

import { onAbort } from "@ptc/core/internal/contracts";

export class AbortWaits {
  private readonly cancels = new Set<() => void>();
  private readonly remove: () => void;

  constructor(signal: AbortSignal) {
    this.remove = onAbort(signal, () => {
      for (const cancel of this.cancels) cancel();
    });
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
    this.remove();
  }
}
