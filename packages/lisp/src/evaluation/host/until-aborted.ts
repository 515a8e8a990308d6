// Waits until a promise of the host settles or the caller aborts.

/**
 * The end of a wait. Results and errors of the host are wrapped in an object, because they may be
 * anything, even values whose properties can't be read safely.
 */
export type Settled<T> =
  | { readonly kind: "answered"; readonly value: T }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "cancelled" };

/**
 * Resolves to the outcome of `answer`, or to `cancelled` once `signal` is aborted, which may have
 * happened before the call. Never rejects. If `answer` resolves to another thenable, that one
 * isn't awaited, because an endless chain of them would hang the process.
 */
export function untilAborted<T>(
  answer: PromiseLike<T>,
  signal: AbortSignal | undefined,
): Promise<Settled<T>> {
  return new Promise((resolve) => {
    const settle = (settled: Settled<T>): void => {
      signal?.removeEventListener("abort", abort);
      resolve(settled);
    };
    const abort = (): void => {
      settle({ kind: "cancelled" });
    };
    signal?.addEventListener("abort", abort, { once: true });
    try {
      answer.then(
        (value) => {
          settle({ kind: "answered", value });
        },
        (error: unknown) => {
          settle({ kind: "failed", error });
        },
      );
    } catch (error) {
      settle({ kind: "failed", error });
    }
    if (signal?.aborted === true) abort();
  });
}
