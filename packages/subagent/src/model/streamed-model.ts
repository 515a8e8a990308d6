// Reads a model's answers from its stream, if it has one. They can then be shown as they arrive,
// and stopped early if they are unusable.

import {
  ModelError,
  collectStream,
  type LanguageModel,
  type ModelRequest,
  type ModelResponse,
  type ModelStreamEvent,
  type ModelUsage,
} from "@ptc/llm";
import { estimateUsage } from "@ptc/llm/adapter";
import { replayedBy } from "./replayed-request.ts";

/** Receives the events of one answer. Returning `stop` ends it. */
export type AnswerReader = (event: ModelStreamEvent) => "stop" | undefined;

/**
 * Wraps `model` so that `generate` reads the stream. Calls `reader` before each answer. Awaits
 * `pause` from time to time, to let other work of the host run.
 */
export function streamedModel(
  model: LanguageModel,
  reader: () => AnswerReader,
  pause: () => Promise<void>,
): LanguageModel {
  const { provider, modelId, capabilities } = model;
  if (model.stream === undefined || !isStreaming(model)) return model;
  return {
    contractVersion: 1,
    provider,
    modelId,
    capabilities,
    generate: (request) => read(model, request, reader(), pause),
    ...replayedBy(model),
  };
}

/** A model written in JavaScript may declare no capabilities. */
function isStreaming({ capabilities }: LanguageModel): boolean {
  return (capabilities as Partial<LanguageModel["capabilities"]> | undefined)?.streaming !== false;
}

async function read(
  model: LanguageModel,
  request: ModelRequest,
  onEvent: AnswerReader,
  pause: () => Promise<void>,
): Promise<ModelResponse> {
  const events = (model.stream?.(request) ?? []) as AsyncIterable<ModelStreamEvent>;
  const { signal } = request;
  let units = 0;
  const response = await collectStream(withPauses(events, pause), {
    modelId: model.modelId,
    signal,
    onEvent: (event) => {
      units += unitsOf(event);
      if (units > longestAnswer) throw tooLong(model);
      return onEvent(event);
    },
  });
  return response.finishReason === "stopped"
    ? { ...response, usage: usageOfStopped(request, response) }
    : response;
}

const eventsAtOnce = 1_000;

/**
 * Returns the same events with pauses. A stream whose events are all available at once would block
 * everything else, including the mission's timeout.
 */
function withPauses(
  events: AsyncIterable<ModelStreamEvent>,
  pause: () => Promise<void>,
): AsyncIterable<ModelStreamEvent> {
  const iterator = events[Symbol.asyncIterator]();
  let count = 0;
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        count += 1;
        if (count % eventsAtOnce === 0) await pause();
        return await iterator.next();
      },
      // Close the stream immediately: a wrapping generator would wait for its next event.
      return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
    }),
  };
}

/** In UTF-16 units. Real models never write this much. */
const longestAnswer = 20_000_000;

/** Counts the event itself too, even if it adds little. A call is stored with its names. */
function unitsOf(event: ModelStreamEvent): number {
  const { type, text, inputText, toolCallId, toolName } = event as {
    readonly [Name in "type" | "text" | "inputText" | "toolCallId" | "toolName"]?: string;
  };
  const own = type === "tool-call-start" ? unitsOfCall : unitsOfEvent;
  return [text, inputText, toolCallId, toolName].reduce(
    (sum, part) => sum + (typeof part === "string" ? part.length : 0),
    own,
  );
}

/** The approximate memory of a call with empty texts, or of a block of text. */
const unitsOfCall = 100;
const unitsOfEvent = 20;

function tooLong({ provider, modelId }: LanguageModel): ModelError {
  return new ModelError({
    kind: "invalid_response",
    message: `the model's stream was closed, because it is longer than ${String(longestAnswer)} characters`,
    provider,
    modelId,
    retryable: false,
  });
}

/**
 * Returns the usage of a stopped answer. Before the end, providers report at most the input, so
 * the output is estimated.
 */
function usageOfStopped(request: ModelRequest, response: ModelResponse): ModelUsage {
  const estimated = estimateUsage(request, response);
  const { usage } = response;
  if (usage === undefined) return estimated;
  const outputTokens = Math.max(usage.outputTokens, estimated.outputTokens);
  return { ...usage, outputTokens, estimated: true };
}
