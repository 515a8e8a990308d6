// Adapts a model of the AI SDK to the contract.

import type { LanguageModelV4 } from "@ai-sdk/provider";
import type {
  LanguageModel,
  ModelRequest,
  ModelResponse,
  ModelStreamEvent,
  ResponseMetadata,
} from "@ptc/llm";
import { raceSignal, RequestBounds } from "@ptc/llm/adapter";
import { modelErrorOf } from "./errors.ts";
import { checkedOptions, type AiSdkModelOptions } from "./options.ts";
import { familyOf } from "./provider-family.ts";
import { callOf } from "./request.ts";
import { metadataOf, responseOf } from "./response.ts";
import { PartReader } from "./stream.ts";
import { expectObject, objectOrEmpty, ShapeError } from "@ptc/llm/adapter";
import { usageOf } from "./usage.ts";

/**
 * Adapts a model of any AI SDK provider, such as `aiSdkModel(mistral("mistral-large-latest"))`.
 * @throws TypeError for a model that doesn't implement specification v4, and for an invalid option
 */
export function aiSdkModel(model: LanguageModelV4, options: AiSdkModelOptions = {}): LanguageModel {
  const checked = checkedOptions(model, options);
  const { capabilities } = checked;
  const { modelId } = model;
  // `anthropic.messages` is one API of Anthropic; options use the provider's name too.
  const provider = (model.provider.split(".", 1)[0] ?? "").trim() || model.provider;
  const asked = { provider, family: familyOf(model), capabilities };

  async function generate(request: ModelRequest): Promise<ModelResponse> {
    const { signal } = request;
    const bounds = new RequestBounds(signal, checked);
    const abortSignal = bounds.signal;
    let result: unknown;
    try {
      const { call, warnings } = callOf(request, asked);
      result = await bounds.response(() => model.doGenerate({ ...call, abortSignal }));
      return responseOf(result, { provider, modelId, warnings });
    } catch (error) {
      // Count paid usage even if the response can't be read.
      const usage = usageOf(objectOrEmpty(result)["usage"]);
      throw modelErrorOf(error, { signal, bounds, provider, modelId, usage });
    } finally {
      bounds.release();
    }
  }

  async function* stream(request: ModelRequest): AsyncGenerator<ModelStreamEvent, void> {
    const { signal } = request;
    const bounds = new RequestBounds(signal, checked);
    const abortSignal = bounds.signal;
    let source: Source | undefined;
    let reader: PartReader | undefined;
    try {
      const { call, warnings } = callOf(request, asked);
      yield* bounds.events(async function* () {
        const { open, metadata } = await opened(abortSignal, () =>
          model.doStream({ ...call, abortSignal }),
        );
        source = open;
        const parts = new PartReader({ provider, modelId, warnings, metadata });
        reader = parts;
        for (;;) {
          const next = await open.read();
          if (next.done) return;
          yield* parts.read(next.value);
        }
      });
    } catch (error) {
      throw modelErrorOf(error, { signal, bounds, provider, modelId, usage: reader?.usage });
    } finally {
      // Closes the connection of an abandoned stream.
      bounds.release();
      source?.cancel().catch(() => undefined);
    }
  }

  return { contractVersion: 1, provider, modelId, capabilities, generate, stream };
}

type Source = ReadableStreamDefaultReader<unknown>;

interface Opened {
  readonly open: Source;
  readonly metadata: ResponseMetadata | undefined;
}

/** Returns the stream of `start`. A stream that opens after the caller gave up is closed. */
async function opened(signal: AbortSignal, start: () => PromiseLike<unknown>): Promise<Opened> {
  let opening: PromiseLike<unknown> | undefined;
  try {
    const result = await raceSignal(signal, () => (opening = start()));
    return { open: sourceOf(result), metadata: metadataOf(objectOrEmpty(result)["response"]) };
  } catch (error) {
    Promise.resolve(opening)
      .then((result) => sourceOf(result).cancel())
      .catch(() => undefined);
    throw error;
  }
}

function sourceOf(result: unknown): Source {
  const { stream } = expectObject(result, "the result") as {
    readonly stream?: Partial<ReadableStream<unknown>>;
  };
  if (typeof stream?.getReader !== "function")
    throw new ShapeError("stream", "expected a ReadableStream");
  return (stream as ReadableStream<unknown>).getReader();
}
