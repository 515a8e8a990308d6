// Adapts an Ollama model to the contract. It sends requests without Ollama's client. That client
// has no signal for requests without streaming, drops unreadable lines of a stream, and mistakes
// base64 images for file paths. Only its types are used.

import type { LanguageModel, ModelRequest, ModelResponse, ModelStreamEvent } from "@ptc/llm";
import { expectJson, hidingCredentials, RequestBounds, ShapeError } from "@ptc/llm/adapter";
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
  const { url, capabilities } = checked;

  async function generate(request: ModelRequest): Promise<ModelResponse> {
    const { signal } = request;
    const bounds = new RequestBounds(signal, checked);
    try {
      const api = requestOf(modelId, request, checked);
      return await bounds.response(async () => {
        const response = await posted(api, false, bounds.signal, checked);
        const answered = response.headers;
        return responseOf(expectJson(await response.text(), "body"), { ...api, modelId, answered });
      });
    } catch (error) {
      throw modelErrorOf(error, { signal, bounds, modelId, url });
    } finally {
      bounds.release();
    }
  }

  async function* stream(request: ModelRequest): AsyncGenerator<ModelStreamEvent, void> {
    const { signal } = request;
    const bounds = new RequestBounds(signal, checked);
    let reader: StreamReader | undefined;
    try {
      const api = requestOf(modelId, request, checked);
      yield* bounds.events(async function* () {
        const { body, headers } = await posted(api, true, bounds.signal, checked);
        reader = new StreamReader({ ...api, modelId, answered: headers });
        if (body === null) throw new ShapeError("body", "expected a stream, got nothing");
        for await (const line of jsonLines(body)) yield* reader.read(line);
      });
    } catch (error) {
      throw modelErrorOf(error, { signal, bounds, modelId, url, usage: reader?.usage });
    } finally {
      bounds.release();
    }
  }

  return hidingCredentials(
    { contractVersion: 1, provider, modelId, capabilities, generate, stream },
    { apiKey: options.apiKey, headers: checked.headers },
  );
}

async function posted(
  { body, headers: ofRequest }: ApiRequest,
  isStream: boolean,
  signal: AbortSignal,
  { chatUrl, fetch, headers }: CheckedOptions,
): Promise<Response> {
  signal.throwIfAborted();
  const response = await fetch(chatUrl, {
    method: "POST",
    headers: { ...ofRequest, ...headers },
    body: JSON.stringify({ ...body, stream: isStream }),
    signal,
  });
  if (!response.ok) throw await httpErrorOf(response);
  if (response.headers.get("content-type")?.includes("text/html") === true) {
    await response.body?.cancel();
    throw new ShapeError("body", "expected JSON, got an HTML page (check `baseUrl`)");
  }
  return response;
}
