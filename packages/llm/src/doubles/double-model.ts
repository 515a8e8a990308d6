// What the models for tests have in common: they answer in order and at once, and a stream gives
// the same answer.

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
  /** Capabilities that differ from the default, which is that the model can do everything. */
  readonly capabilities?: Partial<ModelCapabilities>;
  /** Estimates the usage of answers that have none, and marks it as estimated. */
  readonly estimateUsage?: boolean;
}

/** A model that can always stream. */
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
 * A model that asks `answer` once for every request that is not cancelled already, in the order of
 * the requests.
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
