// Ends the wait for a promise when a signal aborts, whether or not the work behind it listens to
// the signal.

import { cancelledError } from "../errors/model-error.ts";

/**
 * `start` is called at once, and not at all when the signal is aborted already. Leaves no listener
 * behind.
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
    // Inside a promise, so that a synchronous throw of `start` rejects too.
    new Promise<Result>((settle) => {
      settle(start());
    })
      .finally(() => {
        signal?.removeEventListener("abort", onAbort);
      })
      .then(resolve, reject);
  });
}
