// Reads a response body up to a bound, and stops when the call ends. So a server that never
// finishes or hangs can't block the call.

/** The bytes read; `isWhole` is false if the body exceeds the bound. */
export interface ReadBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isWhole: boolean;
}

/** @throws the error of reading; an error if `signal` aborts */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  maximum: number,
  signal: AbortSignal,
): Promise<ReadBody> {
  if (body === null) return { bytes: new Uint8Array(), isWhole: true };
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  let isEnded = false;
  try {
    while (length <= maximum) {
      const { value, done } = await untilAborted(reader.read(), signal);
      if (done) {
        isEnded = true;
        break;
      }
      pieces.push(value);
      length += value.length;
    }
  } finally {
    // Later errors of an abandoned server don't matter.
    if (!isEnded) reader.cancel().catch(() => undefined);
  }
  return { bytes: joined(pieces, Math.min(length, maximum)), isWhole: length <= maximum };
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece.subarray(0, length - at), at);
    at = Math.min(length, at + piece.length);
  }
  return whole;
}

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
