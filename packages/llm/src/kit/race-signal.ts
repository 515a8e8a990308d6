// Ends the wait for a promise when a signal aborts, whether or not the work behind it listens to
// the signal.

import { cancelledError } from "../errors/model-error.ts";

/**
 * Calls `start` at once, or not at all when the signal has aborted already. Removes its listener in
 * every case.
 */
export function raceSignal<Result>(
  signal: AbortSignal | undefined,
  start: () => Result | PromiseLike<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(cancelledError(signal));
      return;
    }
    const onAbort = (): void => {
      reject(cancelledError(signal));
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    // `start` is called inside a promise, so that the promise rejects when it throws synchronously.
    new Promise<Result>((settle) => {
      settle(start());
    })
      .finally(() => {
        signal?.removeEventListener("abort", onAbort);
      })
      .then(resolve, reject);
  });
}
