// Waits for the abort of a signal with any number of listeners. They share one listener of the
// signal, because Node.js 20 prints a warning about a leak from the eleventh on.

interface Shared {
  readonly calls: Set<() => void>;
  readonly abort: () => void;
}

const sharedOf = new WeakMap<AbortSignal, Shared>();

/**
 * Calls `listener` when `signal` is aborted, once. If it has already been aborted, never calls it.
 * Returns the function that removes the listener.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const shared = sharedOf.get(signal) ?? begun(signal);
  // Each call counts, even with the same function.
  const call = (): void => {
    listener();
  };
  shared.calls.add(call);
  return () => {
    shared.calls.delete(call);
    if (shared.calls.size > 0 || sharedOf.get(signal) !== shared) return;
    sharedOf.delete(signal);
    signal.removeEventListener("abort", shared.abort);
  };
}

/**
 * Keeps the shared listener of one signal, the last one, so that effects that follow each other
 * don't add and remove it each time, which takes longer than most of them.
 */
export class KeptListener {
  private signal: AbortSignal | undefined = undefined;
  private remove: (() => void) | undefined = undefined;

  keep(signal: AbortSignal): void {
    if (signal === this.signal) return;
    this.release();
    this.signal = signal;
    this.remove = onAbort(signal, () => undefined);
  }

  release(): void {
    this.remove?.();
    this.signal = this.remove = undefined;
  }
}

function begun(signal: AbortSignal): Shared {
  const calls = new Set<() => void>();
  const abort = (): void => {
    for (const call of [...calls]) call();
  };
  const shared = { calls, abort };
  sharedOf.set(signal, shared);
  signal.addEventListener("abort", abort, { once: true });
  return shared;
}
