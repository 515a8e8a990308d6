// Ends a call with its signal, so that a server or a `fetch` that hangs can't block it.

/** Settles like `promise`, or rejects if `signal` aborts first. */
export async function untilAborted<Settled>(
  promise: Promise<Settled>,
  signal: AbortSignal,
): Promise<Settled> {
  return await new Promise<Settled>((resolve, reject) => {
    const onAbort = (): void => {
      reject(new Error("the call was ended"));
    };
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener("abort", onAbort);
    });
  });
}
