// Reads the answers of a model from its stream, where it has one, so that they can be shown while
// they are written, and stopped when it is known that they will not do.

import {
  collectStream,
  estimateUsage,
  type LanguageModel,
  type ModelRequest,
  type ModelResponse,
  type ModelStreamEvent,
  type ModelUsage,
} from "@ptc/llm";

/** Is shown the events of one answer; `stop` ends it. */
export type AnswerReader = (event: ModelStreamEvent) => "stop" | undefined;

/** `model`, whose `generate` reads the stream; `reader` is asked for before each answer. */
export function streamedModel(model: LanguageModel, reader: () => AnswerReader): LanguageModel {
  const { provider, modelId, capabilities } = model;
  if (model.stream === undefined || !isStreaming(model)) return model;
  return {
    contractVersion: 1,
    provider,
    modelId,
    capabilities,
    generate: (request) => read(model, request, reader()),
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
): Promise<ModelResponse> {
  const events = model.stream?.(request) ?? [];
  const { signal } = request;
  const response = await collectStream(events as AsyncIterable<ModelStreamEvent>, {
    modelId: model.modelId,
    signal,
    onEvent,
  });
  return response.finishReason === "stopped"
    ? { ...response, usage: usageOfStopped(request, response) }
    : response;
}

/** What a provider counts of an answer before it ends is its input, if anything. */
function usageOfStopped(request: ModelRequest, response: ModelResponse): ModelUsage {
  const estimated = estimateUsage(request, response);
  const { usage } = response;
  if (usage === undefined) return estimated;
  const outputTokens = Math.max(usage.outputTokens, estimated.outputTokens);
  return { ...usage, outputTokens, estimated: true };
}
