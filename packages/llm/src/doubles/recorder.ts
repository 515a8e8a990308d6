// Makes a recording while a model works. It keeps what answers say and how many tokens they cost,
// but no prompts, no thinking, no provider data and no headers.

import { systemClock, type Clock } from "@ptc/core/contracts";
import type { LanguageModel } from "../contract/language-model.ts";
import type { ModelFunction } from "../contract/model-function.ts";
import type { ModelRequest } from "../contract/model-request.ts";
import type { ModelResponse } from "../contract/model-response.ts";
import { presentFields } from "../kit/present-fields.ts";
import { pickUsage } from "../kit/shape-checks.ts";
import { StreamCollector } from "../kit/stream-collector.ts";
import { toLanguageModel } from "../kit/to-language-model.ts";
import type { RecordedAnswer, RecordedToolCall, Recording } from "./recording.ts";

export interface RecorderOptions {
  /** A note about the circumstances, kept in the recording. */
  readonly note?: string;
  readonly clock?: Clock;
}

export interface Recorder {
  /** The model to use in place of the one that is recorded. */
  readonly model: LanguageModel;
  /** The answers so far, in the order of the requests, without requests that failed. */
  recording(): Recording;
}

export function createRecorder(
  model: LanguageModel | ModelFunction,
  options: RecorderOptions = {},
): Recorder {
  const inner = toLanguageModel(model);
  const recordedAt = new Date((options.clock ?? systemClock).now()).toISOString();
  /** One place for each request, so that parallel requests keep their order. */
  const places: (RecordedAnswer | undefined)[] = [];
  const takePlace = (): ((response: ModelResponse) => void) => {
    const place = places.push(undefined) - 1;
    return (response) => {
      places[place] = recordAnswer(response);
    };
  };
  return {
    model: recordingModel(inner, takePlace),
    recording: () =>
      presentFields({
        format: "ptc-recording" as const,
        version: 1 as const,
        model: inner.modelId,
        recordedAt,
        note: options.note,
        answers: places.filter((answer) => answer !== undefined),
      }),
  };
}

function recordingModel(
  inner: LanguageModel,
  takePlace: () => (response: ModelResponse) => void,
): LanguageModel {
  const { provider, modelId, capabilities } = inner;
  const stream = inner.stream?.bind(inner);
  return {
    contractVersion: 1,
    provider,
    modelId,
    capabilities,
    async generate(request) {
      const record = takePlace();
      const response = await inner.generate(request);
      record(response);
      return response;
    },
    ...(stream === undefined
      ? {}
      : { stream: (request: ModelRequest) => recordStream(stream(request), modelId, takePlace()) }),
  };
}

/**
 * Passes a stream on and records it. A stream that its reader leaves before the end is not
 * recorded.
 */
async function* recordStream(
  events: ReturnType<NonNullable<LanguageModel["stream"]>>,
  modelId: string,
  record: (response: ModelResponse) => void,
): ReturnType<NonNullable<LanguageModel["stream"]>> {
  const collector = new StreamCollector();
  for await (const event of events) {
    if (event.type !== "error") collector.push(event);
    yield event;
  }
  if (collector.end !== undefined) record(collector.response(modelId));
}

function recordAnswer({ text, content, usage, finishReason }: ModelResponse): RecordedAnswer {
  const toolCalls = content.flatMap((part): RecordedToolCall[] => {
    if (part.type !== "tool-call") return [];
    const { toolCallId, toolName, input, malformedInput } = part;
    return [{ toolCallId, toolName, input, ...presentFields({ malformedInput }) }];
  });
  return presentFields({
    text,
    toolCalls: toolCalls.length === 0 ? undefined : toolCalls,
    usage: usage === undefined ? undefined : pickUsage(usage),
    finishReason,
  });
}
