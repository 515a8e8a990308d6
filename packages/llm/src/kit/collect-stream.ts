// Reads a stream to its end and builds one response.

import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { ModelResponse } from "../contract/model-response.ts";
import type { ModelStreamEvent } from "../contract/stream-event.ts";
import { normalizeModelError } from "../errors/normalize-model-error.ts";
import { raceSignal } from "./race-signal.ts";
import { StreamCollector } from "./stream-collector.ts";

/** The options of `collectStream`. */
export interface CollectStreamOptions {
  /** The model id for streams that don't name their model. */
  readonly modelId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with every event as it arrives. If it returns `stop`, the stream is closed, and the
   * response is the part read so far, with the finish reason `stopped`.
   */
  readonly onEvent?: (event: ModelStreamEvent) => "stop" | undefined;
}

/**
 * Returns the response that `generate` would have returned. On failure, closes the stream and
 * rejects with a `ModelError` that has the usage so far. Rejects with an OptionError for an
 * unknown option.
 */
export async function collectStream(
  events: AsyncIterable<ModelStreamEvent>,
  options: CollectStreamOptions = {},
): Promise<ModelResponse> {
  assertKnownOptions(options, [
    "modelId",
    "signal",
    "onEvent",
  ] satisfies (keyof CollectStreamOptions)[]);
  const collector = new StreamCollector();
  const { signal, modelId = "unknown", onEvent } = options;
  const iterator = events[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await raceSignal(signal, () => iterator.next());
      if (next.done === true) return collector.response(modelId);
      collector.push(next.value);
      if (onEvent?.(next.value) === "stop" && collector.end === undefined) {
        close(iterator);
        return collector.stopped(modelId);
      }
    }
  } catch (error) {
    close(iterator);
    throw normalizeModelError(error, { signal, modelId, usage: collector.usage });
  }
}

/** Closes the stream without waiting, because a generator that hangs would never settle. */
function close(iterator: AsyncIterator<ModelStreamEvent>): void {
  try {
    iterator.return?.().then(undefined, () => undefined);
  } catch {
    // The stream has already failed, so errors while closing it don't matter.
  }
}
