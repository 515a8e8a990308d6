// Waiting for the host, but not longer than the caller wants.

import { CancelledError } from "./errors.ts";

/** What `answer` settles with; rejects with `CancelledError` as soon as `signal` is aborted, which it may be already. */
export function untilAborted<T>(answer: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => { reject(new CancelledError()); };
    const settle = (): void => { signal.removeEventListener("abort", abort); };
    signal.addEventListener("abort", abort, { once: true });
    answer.then(
      (value) => { settle(); resolve(value); },
      (error: unknown) => {
        settle();
        // What was thrown is told as it is: who waits knows how to read it.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a host may reject with anything
        reject(error);
      },
    );
    if (signal.aborted) abort();
  });
}
