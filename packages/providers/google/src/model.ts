// Adapts Gemini to the contract.

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
 * Creates a Gemini model, such as `google("gemini-3-pro", { apiKey })`.
 * @throws TypeError for a missing or invalid option
 */
export function google(modelId: string, options: GoogleOptions): LanguageModel {
  const checked = checkedOptions(modelId, options);
  const { capabilities, timeoutMs } = checked;
  // The closure hides the client, so printing the model never shows the key.
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
      // Closes the connection of an abandoned stream.
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
