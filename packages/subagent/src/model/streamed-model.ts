// Reads the answers of a model from its stream, where it has one, so that they can be shown while
// they are written, and stopped when it is known that they will not do.

import {
  ModelError,
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
  let units = 0;
  const response = await collectStream(events as AsyncIterable<ModelStreamEvent>, {
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

/** UTF-16 units; no model writes as much, so whatever does is none. */
const longestAnswer = 20_000_000;

/** An event counts itself too, however little it brings. */
function unitsOf(event: ModelStreamEvent): number {
  const { text, inputText } = event as { readonly text?: string; readonly inputText?: string };
  return 1 + (text?.length ?? 0) + (inputText?.length ?? 0);
}

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
