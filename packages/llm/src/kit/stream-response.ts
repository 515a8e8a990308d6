// The inverse of `collectStream`: turns a finished response into a stream, for models that have the
// entire response at once.

import type { ModelResponse } from "../contract/model-response.ts";
import type { ResponsePart } from "../contract/response-part.ts";
import type { ModelStreamEvent } from "../contract/stream-event.ts";
import { cancelledError } from "../errors/model-error.ts";
import { exactJsonText } from "./json-text.ts";
import { presentFields } from "@ptc/core/internal/host";

/** Characters per delta; few enough that consumers see several deltas. */
const deltaLength = 24;

/**
 * Rejects with a `ModelError` of kind `cancelled` between two events once the signal is aborted.
 */
export async function* streamResponse(
  response: ModelResponse,
  signal?: AbortSignal,
): AsyncGenerator<ModelStreamEvent, void, undefined> {
  for (const event of eventsOf(response)) {
    // Let other code run between events, as with a stream from a provider.
    await Promise.resolve();
    if (signal?.aborted === true) throw cancelledError(signal);
    yield event;
  }
}

function* eventsOf(response: ModelResponse): Generator<ModelStreamEvent> {
  const { modelId, responseId, warnings, metadata, usage } = response;
  const { finishReason, rawFinishReason, providerData } = response;
  yield { type: "response-start", ...presentFields({ modelId, responseId, warnings, metadata }) };
  for (const part of response.content) yield* partEvents(part);
  if (usage !== undefined) yield { type: "usage", usage };
  yield { type: "finish", ...presentFields({ finishReason, rawFinishReason, providerData }) };
}

function* partEvents(part: ResponsePart): Generator<ModelStreamEvent> {
  const end = presentFields({ providerData: part.providerData });
  if (part.type === "tool-call") {
    const { toolCallId, toolName, input, malformedInput } = part;
    yield { type: "tool-call-start", toolCallId, toolName };
    for (const inputText of deltasOf(malformedInput ?? textOf(input)))
      yield { type: "tool-call-delta", toolCallId, inputText };
    yield {
      type: "tool-call-end",
      toolCallId,
      ...(malformedInput === undefined ? { input } : {}),
      ...end,
    };
    return;
  }
  const { type, text } = part;
  for (const delta of deltasOf(text)) yield { type: `${type}-delta`, text: delta };
  yield { type: `${type}-end`, ...end };
}

/** Returns the JSON text of arguments. The end event of the call also has them as data. */
function textOf(input: unknown): string {
  try {
    return exactJsonText(input ?? null);
  } catch {
    return "";
  }
}

/**
 * Yields the deltas of a text: at least one, so that an empty part also appears. Never splits a
 * surrogate pair.
 */
function* deltasOf(text: string): Generator<string> {
  let from = 0;
  do {
    const end = from + deltaLength;
    const to = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end + 1 : end;
    yield text.slice(from, to);
    from = to;
  } while (from < text.length);
}
