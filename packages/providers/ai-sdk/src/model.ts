// Adapts a model of the AI SDK to the contract.

import type { LanguageModelV4 } from "@ai-sdk/provider";
import type {
  LanguageModel,
  ModelRequest,
  ModelResponse,
  ModelStreamEvent,
  ResponseMetadata,
} from "@ptc/llm";
import { raceSignal } from "@ptc/llm/adapter";
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
  const { capabilities, timeoutMs } = checkedOptions(model, options);
  const { modelId } = model;
  // `anthropic.messages` is one API of Anthropic; options use the provider's name too.
  const provider = (model.provider.split(".", 1)[0] ?? "").trim() || model.provider;
  const asked = { provider, family: familyOf(model), capabilities };

  async function generate(request: ModelRequest): Promise<ModelResponse> {
    const { signal } = request;
    const late = AbortSignal.timeout(timeoutMs);
    const either = anyOf(late, signal);
    let result: unknown;
    try {
      const { call, warnings } = callOf(request, asked);
      result = await raceSignal(either, () => model.doGenerate({ ...call, abortSignal: either }));
      return responseOf(result, { provider, modelId, warnings });
    } catch (error) {
      // Count paid usage even if the response can't be read.
      const usage = usageOf(objectOrEmpty(result)["usage"]);
      throw modelErrorOf(error, { signal, timeoutSignal: late, provider, modelId, usage });
    }
  }

  async function* stream(request: ModelRequest): AsyncGenerator<ModelStreamEvent, void> {
    const { signal } = request;
    const late = AbortSignal.timeout(timeoutMs);
    const left = new AbortController();
    const either = anyOf(late, signal, left.signal);
    let source: Source | undefined;
    let reader: PartReader | undefined;
    try {
      const { call, warnings } = callOf(request, asked);
      const { open, metadata } = await opened(either, () =>
        model.doStream({ ...call, abortSignal: either }),
      );
      source = open;
      reader = new PartReader({ provider, modelId, warnings, metadata });
      for (;;) {
        const next = await raceSignal(either, () => open.read());
        if (next.done) return;
        yield* reader.read(next.value);
      }
    } catch (error) {
      throw modelErrorOf(error, {
        signal,
        timeoutSignal: late,
        provider,
        modelId,
        usage: reader?.usage,
      });
    } finally {
      // Closes the connection of an abandoned stream.
      left.abort();
      source?.cancel().catch(() => undefined);
    }
  }

  return { contractVersion: 1, provider, modelId, capabilities, generate, stream };
}

function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
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
