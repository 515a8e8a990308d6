// Reads the body of an answer up to a bound, and ends with the call: a server that never stops, or
// never goes on, is left.

/** What was read; `isWhole` is false where there is more than the bound. */
export interface ReadBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isWhole: boolean;
}

/** @throws what reading fails with; an error where `signal` aborts */
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
    // A server that is not listened to any more may fail as it likes.
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

/** What `promise` settles with, or an error when `signal` aborts before. */
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
