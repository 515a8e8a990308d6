// Collects an async iterable into an array, within the memory of the run. An endless one ends with
// an error or with the run.

import type { Clock } from "@ptc/core/contracts";

/** The bytes of an element besides its text or its bytes. */
const bytesOfElement = 64;

/** The time in milliseconds to collect available elements before the host gets a turn. */
const sliceMs = 8;

/** The clock, and a function that gives the host a turn. */
interface Turns {
  readonly clock: Pick<Clock, "monotonic">;
  readonly nextTask: () => Promise<void>;
}

/**
 * Returns the elements of `answer`. Closes the iterator if they are too many or `signal` is
 * aborted. Gives the host turns.
 * @throws TypeError naming the bound; any error of the iterable
 */
export async function collectPieces(
  answer: AsyncIterable<unknown>,
  memoryBytes: number,
  signal: AbortSignal,
  { clock, nextTask }: Turns,
): Promise<readonly unknown[]> {
  const iterator = answer[Symbol.asyncIterator]();
  const elements: unknown[] = [];
  let bytes = 0;
  let turnEnds = clock.monotonic() + sliceMs;
  for (;;) {
    const next = await iterator.next();
    if (next.done === true) return elements;
    bytes += sizeOf(next.value);
    if (bytes > memoryBytes || signal.aborted) break;
    elements.push(next.value);
    if (clock.monotonic() < turnEnds) continue;
    await nextTask();
    turnEnds = clock.monotonic() + sliceMs;
  }
  letGo(iterator);
  throw new TypeError(
    signal.aborted
      ? "the run was cancelled"
      : `its result is infinite or has more than ${String(elements.length)} elements, which exceed the option limits.memoryBytes`,
  );
}

function sizeOf(element: unknown): number {
  if (typeof element === "string") return bytesOfElement + 2 * element.length;
  return bytesOfElement + (ArrayBuffer.isView(element) ? element.byteLength : 0);
}

/** Closes the iterator without waiting for it. */
function letGo(iterator: AsyncIterator<unknown>): void {
  try {
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  } catch {
    // The iterator has been asked to end, and its error doesn't matter.
  }
}
