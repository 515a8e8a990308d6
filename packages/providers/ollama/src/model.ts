// Adapts an Ollama model to the contract. It sends requests without Ollama's client. That client
// has no signal for requests without streaming, drops unreadable lines of a stream, and mistakes
// base64 images for file paths. Only its types are used.

import type { LanguageModel, ModelRequest, ModelResponse, ModelStreamEvent } from "@ptc/llm";
import { expectJson, ShapeError } from "@ptc/llm/adapter";
import { httpErrorOf, modelErrorOf } from "./errors.ts";
import { jsonLines } from "./json-lines.ts";
import { checkedOptions, type CheckedOptions, type OllamaOptions } from "./options.ts";
import { requestOf, type ApiRequest } from "./request.ts";
import { responseOf } from "./response.ts";
import { StreamReader } from "./stream.ts";

const provider = "ollama";

/**
 * Creates a model of an Ollama server, such as `ollama("qwen3")`.
 * @throws TypeError for an invalid option
 */
export function ollama(modelId: string, options: OllamaOptions = {}): LanguageModel {
  // The closure hides the key, so printing the model never shows it.
  const checked = checkedOptions(modelId, options);
  const { capabilities } = checked;

  async function generate(request: ModelRequest): Promise<ModelResponse> {
    const { signal } = request;
    try {
      const api = requestOf(modelId, request, checked);
      const response = await posted(api, false, signal, checked);
      const { headers } = response;
      return responseOf(expectJson(await response.text(), "body"), {
        ...api,
        modelId,
        answered: headers,
      });
    } catch (error) {
      throw modelErrorOf(error, { signal, modelId });
    }
  }

  async function* stream(request: ModelRequest): AsyncGenerator<ModelStreamEvent, void> {
    const { signal } = request;
    const left = new AbortController();
    const either = signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]);
    let reader: StreamReader | undefined;
    try {
      const api = requestOf(modelId, request, checked);
      const response = await posted(api, true, either, checked);
      reader = new StreamReader({ ...api, modelId, answered: response.headers });
      if (response.body === null) throw new ShapeError("body", "expected a stream, got nothing");
      for await (const line of jsonLines(response.body)) yield* reader.read(line);
    } catch (error) {
      throw modelErrorOf(error, { signal, modelId, usage: reader?.usage });
    } finally {
      left.abort();
    }
  }

  return { contractVersion: 1, provider, modelId, capabilities, generate, stream };
}

async function posted(
  { body, headers: ofRequest }: ApiRequest,
  isStream: boolean,
  signal: AbortSignal | undefined,
  { url, fetch, headers, timeoutMs }: CheckedOptions,
): Promise<Response> {
  signal?.throwIfAborted();
  const late = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    method: "POST",
    headers: { ...ofRequest, ...headers },
    body: JSON.stringify({ ...body, stream: isStream }),
    signal: signal === undefined ? late : AbortSignal.any([signal, late]),
  });
  if (!response.ok) throw await httpErrorOf(response);
  return response;
}
