// Waits for work that may ignore its signal, such as a server or a tool that hangs.

import { onAbort } from "./on-abort.ts";

/** Settles like `work`, or rejects with the error of `ended` if `signal` aborts first. */
export function untilAborted<Result>(
  work: PromiseLike<Result>,
  signal: AbortSignal,
  ended: () => unknown,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as the caller made it
      reject(ended());
    };
    const remove = onAbort(signal, end);
    if (signal.aborted) end();
    Promise.resolve(work).finally(remove).then(resolve, reject);
  });
}
