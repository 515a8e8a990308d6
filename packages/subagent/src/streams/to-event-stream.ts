// Server-sent events of a run, as a web stream for any server.
//
//   run ──▶ visible events ──▶ buffer or store ──▶ id: <key>.<number>⏎ data: {"type":…}⏎⏎

import type { Clock } from "@ptc/core/contracts";
import { sleep } from "@ptc/core/internal/contracts";
import type { MissionEvents } from "../run/run-events.ts";
import { createEventBuffer, EventBuffer } from "./event-buffer.ts";
import { positionOf, type EventSource } from "./event-source.ts";
import {
  assertOptions,
  contentOptionNames,
  readerOptionNames,
  readerOptions,
  type StreamContentOptions,
  type StreamReaderOptions,
} from "./stream-options.ts";
import { StoredEvents } from "./stored-events.ts";

/** The options of `toEventStream` for a run: one reader, whose end cancels the run. */
export interface EventStreamOptions extends StreamContentOptions, StreamReaderOptions {}

/** The headers of a response with such a stream. */
export const eventStreamHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/**
 * Returns the events of a run as server-sent events, for `new Response(stream, { headers:
 * eventStreamHeaders })`. Without `include` they have no prompts, thinking, arguments, results of
 * tools or messages of errors, and never firewalled values. `readEventStream` reads them.
 *
 * A reader that cancels the stream cancels the run. With a buffer (`createEventBuffer`) or stored
 * events, the run continues, and the reader can return with `lastEventId`. A slow reader never
 * slows the run: events that no longer fit into the buffer are replaced by a `stream-gap`.
 *
 * @throws OptionError
 */
export function toEventStream(
  run: MissionEvents,
  options?: EventStreamOptions,
): ReadableStream<Uint8Array>;
export function toEventStream(
  events: EventBuffer | StoredEvents,
  options?: StreamReaderOptions,
): ReadableStream<Uint8Array>;
export function toEventStream(
  given: MissionEvents | EventBuffer | StoredEvents,
  options: EventStreamOptions = {},
): ReadableStream<Uint8Array> {
  const reader = readerOptions(options);
  if (given instanceof EventBuffer || given instanceof StoredEvents) {
    assertOptions(options, readerOptionNames);
    return framedStream(given, options, reader, () => undefined);
  }
  assertOptions(options, readerOptionNames, contentOptionNames);
  const { include, maxFieldChars, maxStoredChars } = options;
  const buffer = createEventBuffer(given, {
    ...(include === undefined ? {} : { include }),
    ...(maxFieldChars === undefined ? {} : { maxFieldChars }),
    ...(maxStoredChars === undefined ? {} : { maxStoredChars }),
    clock: reader.clock,
  });
  return framedStream(buffer, options, reader, () => {
    given.cancel();
  });
}

function framedStream(
  source: EventSource,
  { lastEventId, signal }: StreamReaderOptions,
  { heartbeatMs, clock }: { readonly heartbeatMs: number; readonly clock: Clock },
  onLeave: () => void,
): ReadableStream<Uint8Array> {
  const over = new AbortController();
  const encoder = new TextEncoder();
  source.joined();
  let hasLeft = false;
  const leave = (): void => {
    if (hasLeft) return;
    hasLeft = true;
    signal?.removeEventListener("abort", leave);
    over.abort();
    source.left();
    onLeave();
  };
  if (signal?.aborted === true) leave();
  else signal?.addEventListener("abort", leave, { once: true });
  const events = source.read(positionOf(lastEventId), over.signal)[Symbol.asyncIterator]();
  let next: ReturnType<typeof events.next> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        // Sends the headers, and shortens the pause of `EventSource` before it connects again.
        controller.enqueue(encoder.encode("retry: 1000\n\n"));
      },
      pull: async (controller) => {
        try {
          next ??= events.next();
          const result = await orHeartbeat(next, clock, heartbeatMs);
          if (result === undefined) {
            controller.enqueue(encoder.encode(": heartbeat\n\n"));
            return;
          }
          next = undefined;
          if (result.done === true) {
            leave();
            controller.close();
            return;
          }
          const { key, number, text } = result.value;
          controller.enqueue(encoder.encode(`id: ${key}.${String(number)}\ndata: ${text}\n\n`));
        } catch (error) {
          leave();
          throw error;
        }
      },
      cancel: () => {
        leave();
      },
    },
    { highWaterMark: 1 },
  );
}

/** Returns undefined if the event doesn't arrive in time. */
async function orHeartbeat<Result>(
  next: Promise<Result>,
  clock: Clock,
  milliseconds: number,
): Promise<Result | undefined> {
  const arrived = new AbortController();
  try {
    return await Promise.race([
      next,
      sleep(clock, milliseconds, arrived.signal).then(() => undefined),
    ]);
  } finally {
    arrived.abort();
  }
}
