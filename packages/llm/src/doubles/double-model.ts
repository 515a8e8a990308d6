// The shared part of the test models: they respond in order and immediately, and a stream has the
// same content.

import type { LanguageModel } from "../contract/language-model.ts";
import type { ModelCapabilities } from "../contract/model-capabilities.ts";
import type { ModelAnswer } from "../contract/model-function.ts";
import type { ModelRequest } from "../contract/model-request.ts";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { ModelResponse } from "../contract/model-response.ts";
import type { ModelStreamEvent } from "../contract/stream-event.ts";
import { answerRequest } from "../kit/answer-request.ts";
import { streamResponse } from "../kit/stream-response.ts";
import { estimateUsage } from "../kit/usage.ts";

/** The options of models that answer from a script or a recording. */
export interface DoubleModelOptions {
  readonly provider?: string;
  readonly modelId?: string;
  /** Overrides of the default capabilities; by default the model supports everything. */
  readonly capabilities?: Partial<ModelCapabilities>;
  /** Estimates the usage of responses without one, and marks it as estimated. */
  readonly estimateUsage?: boolean;
}

/** A model that always supports streaming. */
export interface StreamingModel extends LanguageModel {
  stream(request: ModelRequest): AsyncIterable<ModelStreamEvent>;
}

const doubleCapabilities: ModelCapabilities = {
  streaming: true,
  toolCalls: true,
  structuredOutput: "schema",
  thinking: true,
  files: ["*/*"],
  fileUrls: ["*/*"],
};

/**
 * Creates a model that calls `answer` once for each request, in order, unless the request is
 * already cancelled.
 * @throws OptionError for an unknown option
 */
export function doubleModel(
  names: { readonly provider: string; readonly modelId: string },
  options: DoubleModelOptions,
  answer: (request: ModelRequest) => ModelAnswer | Promise<ModelAnswer>,
): StreamingModel {
  assertKnownOptions(options, [
    "provider",
    "modelId",
    "capabilities",
    "estimateUsage",
  ] satisfies (keyof DoubleModelOptions)[]);
  const generate = async (request: ModelRequest): Promise<ModelResponse> => {
    const response = await answerRequest(request, names, () => answer(request));
    if (response.usage !== undefined || options.estimateUsage !== true) return response;
    return { ...response, usage: estimateUsage(request, response) };
  };
  return {
    contractVersion: 1,
    ...names,
    capabilities: { ...doubleCapabilities, ...options.capabilities },
    generate,
    async *stream(request) {
      yield* streamResponse(await generate(request), request.signal);
    },
  };
}
