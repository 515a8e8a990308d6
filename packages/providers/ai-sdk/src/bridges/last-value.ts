// Returns the result of a streaming tool: the last value it yields, within limits of count and
// time. An abandoned stream is closed without waiting for it.

import type { Clock } from "@ptc/core/contracts";
import { sleep } from "@ptc/core/internal/contracts";
import { ToolFailure } from "@ptc/core/errors";

export interface StreamBounds {
  /** The maximum number of values in a stream. */
  readonly maxStreamedValues: number;
  /** The time limit of a stream in milliseconds. */
  readonly streamTimeoutMs: number;
  readonly clock: Clock;
}

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    Symbol.asyncIterator in value &&
    typeof value[Symbol.asyncIterator] === "function"
  );
}

/** @throws ToolFailure beyond a limit, and if `signal` aborts */
export async function lastValue(
  stream: AsyncIterable<unknown>,
  { maxStreamedValues, streamTimeoutMs, clock }: StreamBounds,
  signal: AbortSignal,
): Promise<unknown> {
  const ended = new AbortController();
  const over = AbortSignal.any([signal, ended.signal]);
  const end = sleep(clock, streamTimeoutMs, over).then((): never => {
    throw signal.aborted ? cancelled() : tooLong(streamTimeoutMs);
  });
  // Nothing handles its rejection once the stream has ended.
  end.catch(() => undefined);
  const iterator = stream[Symbol.asyncIterator]();
  let isDone = false;
  let last: unknown;
  try {
    for (let count = 0; ; count++) {
      const step = await Promise.race([iterator.next(), end]);
      if (step.done === true) {
        isDone = true;
        return last;
      }
      if (count === maxStreamedValues) throw tooMany(maxStreamedValues);
      last = step.value;
    }
  } finally {
    ended.abort();
    if (!isDone) giveUp(iterator);
  }
}

/** Closes a stream early without waiting, because one that hangs would never settle. */
function giveUp(iterator: AsyncIterator<unknown>): void {
  const ignore = (): undefined => undefined;
  void Promise.resolve()
    .then(() => iterator.return?.())
    .then(ignore, ignore);
}

function tooMany(limit: number): ToolFailure {
  return new ToolFailure(
    `the stream of the tool has more than ${String(limit)} values (option maxStreamedValues)`,
    { kind: "too_many_values" },
  );
}

function tooLong(limit: number): ToolFailure {
  return new ToolFailure(
    `the stream of the tool did not end within ${String(limit)} milliseconds (option streamTimeoutMs): it may have taken effect`,
    { kind: "tool_timeout", ran: true },
  );
}

function cancelled(): ToolFailure {
  return new ToolFailure("the call was ended", { kind: "cancelled", ran: true });
}
