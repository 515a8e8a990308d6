// Reads a stream to its end.

import type { ModelResponse } from "../contract/model-response.ts";
import type { ModelStreamEvent } from "../contract/stream-event.ts";
import { normaliseModelError } from "../errors/normalise-model-error.ts";
import { raceSignal } from "./race-signal.ts";
import { StreamCollector } from "./stream-collector.ts";

export interface CollectStreamOptions {
  /** For streams that do not name their model. */
  readonly modelId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The response that the events make together, the same as `generate` would have given.
 * Rejects with a `ModelError` only, which knows the tokens spent so far; the stream is closed then.
 */
export async function collectStream(
  events: AsyncIterable<ModelStreamEvent>,
  options: CollectStreamOptions = {},
): Promise<ModelResponse> {
  const collector = new StreamCollector();
  const { signal, modelId = "unknown" } = options;
  const iterator = events[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await raceSignal(signal, () => iterator.next());
      if (next.done === true) return collector.response(modelId);
      collector.push(next.value);
    }
  } catch (error) {
    close(iterator);
    throw normaliseModelError(error, { signal, modelId, usage: collector.usage });
  }
}

/** Not awaited: a generator that hangs in its own work would answer only after that work. */
function close(iterator: AsyncIterator<ModelStreamEvent>): void {
  try {
    iterator.return?.().then(undefined, () => undefined);
  } catch {
    // The stream failed already; that it cannot be closed either changes nothing.
  }
}
