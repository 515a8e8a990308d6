// Reads the answers of a model from its stream, where it has one, so that they can be shown while
// they are written, and stopped when it is known that they will not do.

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

/** Is shown the events of one answer; `stop` ends it. */
export type AnswerReader = (event: ModelStreamEvent) => "stop" | undefined;

/**
 * `model`, whose `generate` reads the stream; `reader` is asked for before each answer. `pause`
 * leaves room for what else the host does; it is waited for now and then.
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
  };
}

/** A model written in JavaScript may declare nothing. */
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
 * The same events. A stream that has them all at hand would leave no room for anything else, not
 * for the timeout of the mission either.
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
      // Closed at once: a generator around the stream would wait for its next event.
      return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
    }),
  };
}

/** UTF-16 units; no model writes as much, so whatever does is none. */
const longestAnswer = 20_000_000;

/** An event counts itself too, however little it brings; a call is kept with its names. */
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

/** About what a call takes of memory that holds nothing, and a block of text. */
const unitsOfCall = 100;
const unitsOfEvent = 20;

function tooLong({ provider, modelId }: LanguageModel): ModelError {
  return new ModelError({
    kind: "invalid_response",
    message: `the model's stream is longer than ${String(longestAnswer)} characters: it was closed`,
    provider,
    modelId,
    retryable: false,
  });
}

/** What a provider counts of an answer before it ends is its input, if anything. */
function usageOfStopped(request: ModelRequest, response: ModelResponse): ModelUsage {
  const estimated = estimateUsage(request, response);
  const { usage } = response;
  if (usage === undefined) return estimated;
  const outputTokens = Math.max(usage.outputTokens, estimated.outputTokens);
  return { ...usage, outputTokens, estimated: true };
}
