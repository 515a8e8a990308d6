// Waiting for the host, but not longer than the caller wants.

/**
 * How waiting ended. What the host answered or threw is inside: it may be anything, also something
 * that must not be asked.
 */
export type Settled<T> =
  | { readonly kind: "answered"; readonly value: T }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "cancelled" };

/**
 * How `answer` settles, or `cancelled` as soon as `signal` is aborted, which it may be already.
 * Never rejects. What `answer` settles with is not awaited in its turn: a thenable that answers
 * with thenables would keep the process for ever.
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
