// Stops waiting for a promise when a signal aborts, even if the work behind it ignores the signal.

import { onAbort } from "@ptc/core/internal/contracts";
import { cancelledError } from "../errors/model-error.ts";

/**
 * Calls `start` immediately, or not at all if the signal has already aborted. Always removes its
 * listener.
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
    const remove =
      signal === undefined
        ? undefined
        : onAbort(signal, () => {
            reject(cancelledError(signal));
          });
    // Call `start` inside a promise, so that the promise rejects if it throws synchronously.
    new Promise<Result>((settle) => {
      settle(start());
    })
      .finally(remove)
      .then(resolve, reject);
  });
}
