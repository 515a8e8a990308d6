// Claude as a model of the contract.

import Anthropic from "@anthropic-ai/sdk";
import type { LanguageModel, ModelRequest, ModelResponse, ModelStreamEvent } from "@ptc/llm";
import { raceSignal, requestHeaders, responseMetadata } from "@ptc/llm/adapter";
import { modelErrorOf } from "./errors.ts";
import { checkedOptions, type AnthropicOptions } from "./options.ts";
import { requestOf } from "./request.ts";
import { responseOf } from "./response.ts";
import { streamEvents } from "./stream.ts";

const provider = "anthropic";

/**
 * A Claude model, such as `anthropic("claude-sonnet-5", { apiKey })`.
 * @throws TypeError for an option that is wrong or missing.
 */
export function anthropic(modelId: string, options: AnthropicOptions): LanguageModel {
  const checked = checkedOptions(modelId, options);
  const { capabilities, timeoutMs } = checked;
  // The client lives in this closure: a model that is printed shows no key.
  const client = new Anthropic({
    apiKey: checked.apiKey,
    authToken: null,
    webhookKey: null,
    baseURL: checked.baseUrl,
    // Whoever asks sends again, and counts it.
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: "off",
    defaultHeaders: checked.headers,
    ...(checked.fetch === undefined ? {} : { fetch: checked.fetch }),
  });

  async function generate(request: ModelRequest): Promise<ModelResponse> {
    const { signal } = request;
    try {
      const { body, warnings } = requestOf(modelId, request, checked);
      const sent = { signal, headers: requestHeaders(request) };
      return await raceSignal(signal, async () =>
        responseOf(await client.messages.create(body, sent).withResponse(), modelId, warnings),
      );
    } catch (error) {
      throw modelErrorOf(error, { signal, modelId });
    }
  }

  async function* stream(request: ModelRequest): AsyncGenerator<ModelStreamEvent, void> {
    const { signal } = request;
    const usage = { current: undefined };
    try {
      const { body, warnings } = requestOf(modelId, request, checked);
      const sent = { signal, headers: requestHeaders(request) };
      const { data, response } = await raceSignal(signal, () =>
        client.messages.create({ ...body, stream: true }, sent).withResponse(),
      );
      const metadata = responseMetadata(response.headers);
      yield* streamEvents(data, { warnings, metadata, usage });
      // An abort ends the SDK's stream as if it were over.
      signal?.throwIfAborted();
    } catch (error) {
      throw modelErrorOf(error, { signal, modelId, usage: usage.current });
    }
  }

  return { contractVersion: 1, provider, modelId, capabilities, generate, stream };
}
