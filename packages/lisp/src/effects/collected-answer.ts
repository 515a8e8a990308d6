// A tool's result that comes piece by piece (an async generator, a stream) is collected into an
// array. Few tools have one, so the code that collects it loads lazily.

import type { Clock } from "@ptc/core/contracts";
import { nextTask } from "@ptc/core/internal/task";

/**
 * True if a result is an async iterable, which must be collected.
 * @throws any error of a proxy
 */
export function comesInPieces(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
}

/**
 * Returns the elements of `answer`. Closes the iterator if they are too many or `signal` is
 * aborted.
 * @throws TypeError naming the bound; any error of the iterable
 */
export async function collected(
  answer: AsyncIterable<unknown>,
  memoryBytes: number,
  signal: AbortSignal,
  clock: Pick<Clock, "monotonic">,
): Promise<readonly unknown[]> {
  const { collectPieces } = await import("./collect-pieces.ts");
  return collectPieces(answer, memoryBytes, signal, { clock, nextTask });
}
