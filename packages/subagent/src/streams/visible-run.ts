// The events of a run for other encodings: an adapter for a protocol of a user interface.

import type { MissionEvents } from "../run/run-events.ts";
import { createEventBuffer } from "./event-buffer.ts";
import type { StreamContentOptions } from "./stream-options.ts";
import type { StreamedEvent } from "./streamed-event.ts";

/**
 * Yields the events of a run as `toEventStream` sends them, for another encoding. Leaving the
 * iteration early cancels the run. A reader that is too slow gets a `stream-gap`.
 * @throws OptionError
 */
export function visibleEvents(
  run: MissionEvents,
  options: StreamContentOptions = {},
): AsyncGenerator<StreamedEvent, void, undefined> {
  const buffer = createEventBuffer(run, options);
  buffer.joined();
  return eventsOfBuffer(buffer, run);
}

async function* eventsOfBuffer(
  buffer: ReturnType<typeof createEventBuffer>,
  run: MissionEvents,
): AsyncGenerator<StreamedEvent, void, undefined> {
  const over = new AbortController();
  try {
    // The buffer has written these texts.
    for await (const { text } of buffer.read(undefined, over.signal))
      yield JSON.parse(text) as StreamedEvent;
  } finally {
    over.abort();
    run.cancel();
  }
}
