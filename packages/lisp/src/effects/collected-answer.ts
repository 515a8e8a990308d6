// Collects a tool's answer that comes piece by piece (an async generator, a stream) into an array,
// within the memory of the run. What goes on for ever ends with an error or with the run.

import { nextTask } from "../evaluation/host/next-task.ts";

/** What an element takes besides its text or its bytes. */
const bytesOfElement = 64;

/** How long elements that are there at once are collected before the host gets a turn. */
const sliceMs = 8;

/** Whether an answer is to be collected. @throws what a proxy throws */
export function comesInPieces(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
}

/**
 * The elements of `answer`. Where they are too many, or `signal` is aborted, the iterable is told
 * to end.
 * @throws TypeError naming the bound; what the iterable throws
 */
export async function collected(
  answer: AsyncIterable<unknown>,
  memoryBytes: number,
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const iterator = answer[Symbol.asyncIterator]();
  const elements: unknown[] = [];
  let bytes = 0;
  let turnEnds = performance.now() + sliceMs;
  for (;;) {
    const next = await iterator.next();
    if (next.done === true) return elements;
    bytes += sizeOf(next.value);
    if (bytes > memoryBytes || signal.aborted) break;
    elements.push(next.value);
    if (performance.now() < turnEnds) continue;
    await nextTask();
    turnEnds = performance.now() + sliceMs;
  }
  letGo(iterator);
  throw new TypeError(
    signal.aborted
      ? "the run was cancelled"
      : `its answer has no end, or more than ${String(elements.length)} elements: together they take more than the option limits.memoryBytes allows`,
  );
}

function sizeOf(element: unknown): number {
  if (typeof element === "string") return bytesOfElement + 2 * element.length;
  return bytesOfElement + (ArrayBuffer.isView(element) ? element.byteLength : 0);
}

/** Nobody waits until the iterable has ended. */
function letGo(iterator: AsyncIterator<unknown>): void {
  try {
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  } catch {
    // It has been told.
  }
}
