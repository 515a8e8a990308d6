// Gemini as a model of the contract.

import type { GenerateContentParameters, GenerateContentResponse } from "@google/genai";
import {
  collectStream,
  type LanguageModel,
  type ModelRequest,
  type ModelResponse,
  type ModelStreamEvent,
} from "@ptc/llm";
import { clientOf } from "./client.ts";
import { modelErrorOf } from "./errors.ts";
import { checkedOptions, type GoogleOptions } from "./options.ts";
import { requestOf } from "./request.ts";
import { AnswerReader } from "./stream.ts";

const provider = "google";

/**
 * A Gemini model, such as `google("gemini-3-pro", { apiKey })`.
 * @throws TypeError for an option that is wrong or missing.
 */
export function google(modelId: string, options: GoogleOptions): LanguageModel {
  const checked = checkedOptions(modelId, options);
  const { capabilities, timeoutMs } = checked;
  // The client lives in this closure: a model that is printed shows no key.
  const { models } = clientOf(checked);

  async function* events(
    request: ModelRequest,
    answersOf: (parameters: GenerateContentParameters) => AsyncIterable<GenerateContentResponse>,
  ): AsyncGenerator<ModelStreamEvent, void> {
    const { signal } = request;
    const late = AbortSignal.timeout(timeoutMs);
    const left = new AbortController();
    const either = AbortSignal.any([late, left.signal, ...(signal === undefined ? [] : [signal])]);
    let reader: AnswerReader | undefined;
    try {
      signal?.throwIfAborted();
      const { parameters, warnings, nextCall } = requestOf(modelId, request);
      reader = new AnswerReader({ warnings, nextCall });
      const config = { ...parameters.config, abortSignal: either };
      for await (const answer of answersOf({ ...parameters, config })) yield* reader.read(answer);
      yield* reader.end();
    } catch (error) {
      throw modelErrorOf(error, { signal, timeoutSignal: late, modelId, usage: reader?.usage });
    } finally {
      // Closes the connection of a stream that was left.
      left.abort();
    }
  }

  return {
    contractVersion: 1,
    provider,
    modelId,
    capabilities,
    generate: (request): Promise<ModelResponse> =>
      collectStream(
        events(request, async function* (parameters) {
          yield await models.generateContent(parameters);
        }),
        { modelId, signal: request.signal },
      ),
    stream: (request) =>
      events(request, async function* (parameters) {
        yield* await models.generateContentStream(parameters);
      }),
  };
}
