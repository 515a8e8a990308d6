// Adapts Gemini to the contract.

import type { GenerateContentParameters, GenerateContentResponse } from "@google/genai";
import {
  collectStream,
  type LanguageModel,
  type ModelRequest,
  type ModelResponse,
  type ModelStreamEvent,
} from "@ptc/llm";
import { hidingCredentials, RequestBounds } from "@ptc/llm/adapter";
import { clientOf } from "./client.ts";
import { modelErrorOf } from "./errors.ts";
import { checkedOptions, type GoogleOptions } from "./options.ts";
import { requestOf } from "./request.ts";
import { AnswerReader } from "./stream.ts";

const provider = "google";

/**
 * Creates a Gemini model, such as `google("gemini-3-pro")`.
 * @throws TypeError for a missing or invalid option
 */
export function google(modelId: string, options: GoogleOptions = {}): LanguageModel {
  const checked = checkedOptions(modelId, options);
  const { url, capabilities } = checked;
  // The closure hides the client, so printing the model never shows the key.
  const { models } = clientOf(checked);

  async function* events(
    request: ModelRequest,
    answersOf: (parameters: GenerateContentParameters) => AsyncIterable<GenerateContentResponse>,
  ): AsyncGenerator<ModelStreamEvent, void> {
    const { signal } = request;
    const bounds = new RequestBounds(signal, checked);
    let reader: AnswerReader | undefined;
    try {
      bounds.signal.throwIfAborted();
      const { parameters, warnings, nextCall } = requestOf(modelId, request);
      const config = { ...parameters.config, abortSignal: bounds.signal };
      const answers = new AnswerReader({ warnings, nextCall });
      reader = answers;
      yield* bounds.events(async function* () {
        for await (const answer of answersOf({ ...parameters, config }))
          yield* answers.read(answer);
        yield* answers.end();
      });
    } catch (error) {
      throw modelErrorOf(error, { signal, bounds, modelId, url, usage: reader?.usage });
    } finally {
      bounds.release();
    }
  }

  const model: LanguageModel = {
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
  return hidingCredentials(model, checked);
}
