// Adapts a model of OpenAI or of a compatible server to the contract.

import {
  collectStream,
  type LanguageModel,
  type ModelRequest,
  type ModelResponse,
  type ModelStreamEvent,
} from "@ptc/llm";
import { hidingCredentials, RequestBounds, requestHeaders } from "@ptc/llm/adapter";
import { chatApi } from "./chat/api.ts";
import { clientOf } from "./client.ts";
import { askEvents, askWhole, type Asking } from "./connection.ts";
import { BrokenConnection, modelErrorOf } from "./errors.ts";
import { checkedOptions, type OpenAIOptions } from "./options.ts";
import { responsesApi } from "./responses/api.ts";
import type { Answered, AnswerReader } from "./api.ts";

/**
 * Creates a model such as `openai("gpt-5.1")`, or of a compatible server:
 * `openai("qwen3", { baseUrl: "http://127.0.0.1:8000/v1" })`.
 * @throws TypeError for a missing or invalid option
 */
export function openai(modelId: string, options: OpenAIOptions = {}): LanguageModel {
  const checked = checkedOptions(modelId, options);
  const { url, apiWarnings, capabilities, server, isOpenAI } = checked;
  const api = checked.api === "chat" ? chatApi : responsesApi;
  const unknownPath = isOpenAI ? undefined : `${api.path} of api: "${checked.api}"`;
  // The closure hides the client, so printing the model never shows the key.
  const client = clientOf(checked);

  const prepared = (
    request: ModelRequest,
    isStream: boolean,
    signal: AbortSignal,
  ): [Asking, AnswerReader] => {
    const target = { modelId, capabilities, server, isOpenAI, isStream };
    const { body, warnings } = api.bodyOf(request, target);
    const headers = requestHeaders(request);
    const answered: Answered = {};
    const reader = api.reader({ warnings: [...apiWarnings, ...warnings], server, answered });
    return [{ client, path: api.path, body, headers, answered, signal }, reader];
  };

  /** Yields the events of a response, complete or streamed. Both fail with a `ModelError` only. */
  async function* eventsOf(
    request: ModelRequest,
    isStream: boolean,
  ): AsyncGenerator<ModelStreamEvent, void> {
    const { signal } = request;
    const bounds = new RequestBounds(signal, checked);
    try {
      const [asking, reader] = prepared(request, isStream, bounds.signal);
      yield* bounds.events(() => (isStream ? streamEvents : wholeEvents)(asking, reader));
    } catch (error) {
      throw modelErrorOf(error, { signal, bounds, modelId, url, unknownPath });
    } finally {
      bounds.release();
    }
  }

  const generate = (request: ModelRequest): Promise<ModelResponse> =>
    collectStream(eventsOf(request, false), { modelId, signal: request.signal });

  const stream = (request: ModelRequest): AsyncIterable<ModelStreamEvent> =>
    eventsOf(request, true);

  return hidingCredentials(
    { contractVersion: 1, provider: "openai", modelId, capabilities, generate, stream },
    checked,
  );
}

async function* wholeEvents(
  asking: Asking,
  reader: AnswerReader,
): AsyncGenerator<ModelStreamEvent, void> {
  yield* reader.readWhole(await askWhole(asking));
}

async function* streamEvents(
  asking: Asking,
  reader: AnswerReader,
): AsyncGenerator<ModelStreamEvent, void> {
  const answer = { isOver: false };
  const seen = (event: ModelStreamEvent): ModelStreamEvent => {
    answer.isOver ||= event.type === "finish";
    return event;
  };
  let broken = new BrokenConnection();
  try {
    for await (const data of askEvents(asking, () => answer.isOver))
      if (!answer.isOver) for (const event of reader.read(data)) yield seen(event);
  } catch (error) {
    // Some servers close the connection abruptly after a complete response.
    if (!(error instanceof BrokenConnection)) throw error;
    broken = error;
  }
  if (!answer.isOver) for (const event of reader.end()) yield seen(event);
  if (!answer.isOver) throw broken;
}
