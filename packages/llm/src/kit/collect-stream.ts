// Reads a stream to its end and makes one response of it.

import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { ModelResponse } from "../contract/model-response.ts";
import type { ModelStreamEvent } from "../contract/stream-event.ts";
import { normalizeModelError } from "../errors/normalize-model-error.ts";
import { raceSignal } from "./race-signal.ts";
import { StreamCollector } from "./stream-collector.ts";

/** The options of `collectStream`. */
export interface CollectStreamOptions {
  /** For streams that do not name their model. */
  readonly modelId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * Is shown every event as it comes. When it answers `stop`, the stream is closed, and the
   * response is what there is of it, with the finish reason `stopped`.
   */
  readonly onEvent?: (event: ModelStreamEvent) => "stop" | undefined;
}

/**
 * The response that the events make together, the same that `generate` would have given. Rejects
 * with a `ModelError`, which has the tokens used so far, and the stream is then closed; or with an
 * OptionError for an unknown option.
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

/** Closes the stream without waiting for it, because a generator that hangs would not answer. */
function close(iterator: AsyncIterator<ModelStreamEvent>): void {
  try {
    iterator.return?.().then(undefined, () => undefined);
  } catch {
    // The stream has failed already, so an error while closing it does not matter.
  }
}
