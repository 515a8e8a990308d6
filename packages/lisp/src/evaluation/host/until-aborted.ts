// Waits for an answer of the host, until it comes or the caller aborts.

/**
 * How waiting ended. What the host answered or threw is wrapped in an object: it may be anything,
 * even something whose properties cannot be read safely.
 */
export type Settled<T> =
  | { readonly kind: "answered"; readonly value: T }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "cancelled" };

/**
 * Resolves to how `answer` settles, or to `cancelled` as soon as `signal` is aborted, which may
 * have happened already. Never rejects. Where `answer` settles with another thenable, that one is
 * not awaited: thenables that answer with thenables without end would keep the process for ever.
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
