// Cuts server-sent events out of the bytes of a body.

import type { Clock } from "@ptc/core/contracts";
import { sleep } from "@ptc/core/internal/contracts";
import { eventFrames } from "@ptc/core/internal/fetch";
import { EventStreamError } from "./event-stream-error.ts";

/** The fields of an event. */
export interface EventFrame {
  readonly id: string;
  readonly data: string;
}

interface FrameOptions {
  readonly maxEventBytes: number;
  readonly idleMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Yields the complete events of a body. Ends with it, or after `idleMs` without a byte.
 * @throws EventStreamError for an event that is too long, even if it never ends
 */
export async function* framesOf(
  body: ReadableStream<Uint8Array>,
  { maxEventBytes, idleMs, clock, signal }: FrameOptions,
): AsyncGenerator<EventFrame, void, undefined> {
  const frames = eventFrames("text/event-stream");
  const reader = body.getReader();
  const cancel = (): void => {
    reader.cancel().catch(() => undefined);
  };
  signal.addEventListener("abort", cancel, { once: true });
  try {
    while (frames !== undefined && !signal.aborted) {
      const chunk = await inTime(reader.read(), idleMs, clock);
      if (chunk === undefined || chunk.done) return;
      const { bytes, longest } = frames.push(chunk.value);
      if (longest > maxEventBytes || frames.pending > maxEventBytes)
        throw new EventStreamError(
          "too_large",
          `an event has more than ${String(maxEventBytes)} bytes: raise \`maxEventBytes\``,
        );
      for (const frame of new TextDecoder().decode(bytes).split("\n\n")) {
        const fields = fieldsOf(frame);
        if (fields.data !== "") yield fields;
      }
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}

function fieldsOf(frame: string): EventFrame {
  let id = "";
  const data: string[] = [];
  for (const line of frame.split(/\r\n|\r|\n/)) {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + (line[colon + 1] === " " ? 2 : 1));
    if (name === "data") data.push(value);
    else if (name === "id") id = value;
  }
  return { id, data: data.join("\n") };
}

async function inTime<Result>(
  result: Promise<Result>,
  idleMs: number,
  clock: Clock,
): Promise<Result | undefined> {
  const over = new AbortController();
  try {
    return await Promise.race([result, sleep(clock, idleMs, over.signal).then(() => undefined)]);
  } finally {
    over.abort();
  }
}
