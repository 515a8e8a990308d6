// A model of the AI SDK with scripted responses for both methods, including invalid ones.

import type {
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";
import {
  collectStream,
  isModelError,
  type LanguageModel,
  type ModelError,
  type ModelMessage,
  type ModelRequest,
  type ModelResponse,
  type ModelStreamEvent,
} from "@ptc/llm";
import { aiSdkModel, type AiSdkModelOptions } from "../src/index.ts";

export const hello: ModelRequest = { messages: [{ role: "user", content: "Hello." }] };

export const usage = {
  inputTokens: { total: 12, noCache: 4, cacheRead: 8, cacheWrite: 0 },
  outputTokens: { total: 5, text: 3, reasoning: 2 },
};

export const stop = { unified: "stop", raw: "end_turn" } as const;

export type Content = LanguageModelV4GenerateResult["content"];

interface MockOptions extends AiSdkModelOptions {
  readonly provider?: string;
  readonly modelId?: string;
}

export interface Mock {
  readonly model: LanguageModel;
  /** Returns the calls of the model in order. */
  readonly calls: () => readonly LanguageModelV4CallOptions[];
}

function mockOf(
  answers: Pick<
    NonNullable<ConstructorParameters<typeof MockLanguageModelV4>[0]>,
    "doGenerate" | "doStream"
  >,
  { provider = "acme.chat", modelId = "m1", ...options }: MockOptions,
): Mock {
  const mock = new MockLanguageModelV4({ provider, modelId, ...answers });
  return {
    model: aiSdkModel(mock, options),
    calls: () => [...mock.doGenerateCalls, ...mock.doStreamCalls],
  };
}

/** Responds to each `generate` with a complete response, overridden by the fields of `result`. */
export function answering(result: object = {}, options: MockOptions = {}): Mock {
  const whole = { content: [], finishReason: stop, usage, warnings: [], ...result };
  return mockOf({ doGenerate: whole }, options);
}

/** Responds to each `stream` with these parts. */
export function streaming(parts: readonly unknown[], options: MockOptions = {}): Mock {
  return mockOf({ doStream: () => Promise.resolve({ stream: streamOf(parts) }) }, options);
}

/** Returns any value, or fails. */
export function returning(result: () => unknown, options: MockOptions = {}): Mock {
  return mockOf(
    {
      doGenerate: async () => (await result()) as LanguageModelV4GenerateResult,
      doStream: async () => (await result()) as LanguageModelV4StreamResult,
    },
    options,
  );
}

export function streamOf(parts: readonly unknown[]): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part as LanguageModelV4StreamPart);
      controller.close();
    },
  });
}

/** Returns the parts of a response, with a start and an end. */
export function whole(parts: readonly unknown[], finishReason: object = stop): readonly unknown[] {
  return [
    { type: "stream-start", warnings: [] },
    { type: "response-metadata", id: "r1", modelId: "m1-2026" },
    ...parts,
    { type: "finish", usage, finishReason },
  ];
}

export function streamFrom(
  { model }: Mock,
  request: ModelRequest = hello,
): AsyncIterable<ModelStreamEvent> {
  if (model.stream === undefined) throw new Error("the model has no `stream`");
  return model.stream(request);
}

export function streamed(mock: Mock, request = hello): Promise<ModelResponse> {
  return collectStream(streamFrom(mock, request), { signal: request.signal });
}

export async function eventsOf(mock: Mock): Promise<readonly ModelStreamEvent[]> {
  const events: ModelStreamEvent[] = [];
  for await (const event of streamFrom(mock)) events.push(event);
  return events;
}

export async function failureOf(asked: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await asked.then(
    (response) => new Error(`it was answered with ${JSON.stringify(response)}`),
    (thrown: unknown) => thrown,
  );
  if (!isModelError(error)) throw error;
  return error;
}

/** Returns the call of the model for `request`. */
export async function callFor(
  request: ModelRequest,
  names: Pick<MockOptions, "provider" | "modelId"> = {},
): Promise<{
  readonly call: LanguageModelV4CallOptions;
  readonly warnings: ModelResponse["warnings"];
}> {
  const mock = answering({}, names);
  const { warnings } = await mock.model.generate(request);
  const [call] = mock.calls();
  if (call === undefined) throw new Error("the model was not called");
  return { call, warnings };
}

export async function promptFor(
  messages: readonly ModelMessage[],
  names: Pick<MockOptions, "provider" | "modelId"> = {},
): Promise<LanguageModelV4Prompt> {
  return (await callFor({ messages }, names)).call.prompt;
}
