// Adapts Claude to the contract.

import Anthropic from "@anthropic-ai/sdk";
import type { LanguageModel, ModelRequest, ModelResponse, ModelStreamEvent } from "@ptc/llm";
import {
  hidingCredentials,
  longestTimeoutMs,
  RequestBounds,
  requestHeaders,
  responseMetadata,
  withExactJson,
} from "@ptc/llm/adapter";
import { modelErrorOf } from "./errors.ts";
import { checkedOptions, type AnthropicOptions } from "./options.ts";
import { requestOf } from "./request.ts";
import { responseOf } from "./response.ts";
import { streamEvents } from "./stream.ts";

const provider = "anthropic";

/**
 * Creates a Claude model, such as `anthropic("claude-sonnet-5")`.
 * @throws TypeError for a missing or invalid option
 */
export function anthropic(modelId: string, options: AnthropicOptions = {}): LanguageModel {
  const checked = checkedOptions(modelId, options);
  const { url, capabilities } = checked;
  // The closure hides the client, so printing the model never shows the key.
  const client = new Anthropic({
    apiKey: checked.apiKey,
    authToken: null,
    webhookKey: null,
    baseURL: checked.baseUrl,
    // The caller retries and counts the attempts.
    maxRetries: 0,
    // `RequestBounds` has the time limits, and its errors name the exceeded one.
    timeout: longestTimeoutMs,
    logLevel: "off",
    defaultHeaders: checked.headers,
    fetch: async (input, init) => withExactJson(await checked.fetch(input, init)),
  });

  async function generate(request: ModelRequest): Promise<ModelResponse> {
    const { signal } = request;
    const bounds = new RequestBounds(signal, checked);
    try {
      const { body, warnings } = requestOf(modelId, request, checked);
      const sent = { signal: bounds.signal, headers: requestHeaders(request) };
      return await bounds.response(async () =>
        responseOf(await client.messages.create(body, sent).withResponse(), modelId, warnings),
      );
    } catch (error) {
      throw modelErrorOf(error, { signal, bounds, modelId, url });
    } finally {
      bounds.release();
    }
  }

  async function* stream(request: ModelRequest): AsyncGenerator<ModelStreamEvent, void> {
    const { signal } = request;
    const usage = { current: undefined };
    const bounds = new RequestBounds(signal, checked);
    try {
      const { body, warnings } = requestOf(modelId, request, checked);
      const sent = { signal: bounds.signal, headers: requestHeaders(request) };
      yield* bounds.events(async function* () {
        const asked = client.messages.create({ ...body, stream: true }, sent).withResponse();
        const { data, response } = await asked;
        const metadata = responseMetadata(response.headers);
        const contentType = response.headers.get("content-type");
        yield* streamEvents(data, { warnings, metadata, contentType, usage });
      });
      // The SDK ends its stream normally on abort.
      bounds.signal.throwIfAborted();
    } catch (error) {
      throw modelErrorOf(error, { signal, bounds, modelId, url, usage: usage.current });
    } finally {
      bounds.release();
    }
  }

  return hidingCredentials(
    { contractVersion: 1, provider, modelId, capabilities, generate, stream },
    checked,
  );
}
