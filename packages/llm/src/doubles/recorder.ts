// Records a model while it works. A recording has the text and usage of responses, and optionally
// the missions. It omits other prompts, thinking, provider data and headers.

import { hostJson } from "@ptc/core/internal/json";
import { assertKnownOptions } from "@ptc/core/internal/errors";
import { systemClock, type Clock } from "@ptc/core/contracts";
import type { LanguageModel } from "../contract/language-model.ts";
import type { ModelFunction } from "../contract/model-function.ts";
import type { ModelRequest } from "../contract/model-request.ts";
import type { ModelResponse } from "../contract/model-response.ts";
import { presentFields } from "@ptc/core/internal/host";
import { pickUsage } from "../kit/shape-checks.ts";
import { StreamCollector } from "../kit/stream-collector.ts";
import { toLanguageModel } from "../kit/to-language-model.ts";
import { missionOf } from "./mission-of.ts";
import type { RecordedAnswer, RecordedToolCall, Recording } from "./recording.ts";

/** The options of `createModelRecorder`. */
export interface ModelRecorderOptions {
  /** A note about the circumstances, stored in the recording. */
  readonly note?: string;
  /**
   * Stores the mission prompt with each response, so that concurrent missions replay correctly in
   * any order. The recording then contains these prompts with their data. Default false.
   */
  readonly missions?: boolean;
  readonly clock?: Clock;
}

/** Records the responses of a model. */
export interface ModelRecorder {
  /** The model to use in place of the recorded one: `run(agent, { llm: recorder.llm })`. */
  readonly llm: LanguageModel;
  /** The responses so far, in the order of the requests. Failed requests are omitted. */
  recording(): Recording;
}

/**
 * Records the responses of a model, so that you can repeat the run without the model.
 * @throws OptionError for an unknown option
 */
export function createModelRecorder(
  llm: LanguageModel | ModelFunction,
  options: ModelRecorderOptions = {},
): ModelRecorder {
  assertKnownOptions(options, [
    "note",
    "missions",
    "clock",
  ] satisfies (keyof ModelRecorderOptions)[]);
  const inner = toLanguageModel(llm);
  const recordedAt = new Date((options.clock ?? systemClock).now()).toISOString();
  /** One slot per request, so that parallel requests stay in order. */
  const slots: (RecordedAnswer | undefined)[] = [];
  const openSlot: OpenSlot = (request) => {
    const slot = slots.push(undefined) - 1;
    const mission = options.missions === true ? missionOf(request) : undefined;
    return (response) => {
      slots[slot] = recordAnswer(response, mission);
    };
  };
  return {
    llm: recordingModel(inner, openSlot),
    recording: () =>
      presentFields({
        format: "ptc-recording" as const,
        version: 1 as const,
        model: inner.modelId,
        recordedAt,
        note: options.note,
        answers: slots.filter((answer) => answer !== undefined),
      }),
  };
}

/** Opens a slot for a request, and returns the function that stores its response. */
type OpenSlot = (request: ModelRequest) => (response: ModelResponse) => void;

function recordingModel(inner: LanguageModel, openSlot: OpenSlot): LanguageModel {
  const { provider, modelId, capabilities } = inner;
  const stream = inner.stream?.bind(inner);
  return {
    contractVersion: 1,
    provider,
    modelId,
    capabilities,
    async generate(request) {
      const record = openSlot(request);
      const response = await inner.generate(request);
      record(response);
      return response;
    },
    ...(stream === undefined
      ? {}
      : {
          stream: (request: ModelRequest) =>
            recordStream(stream(request), { modelId, signal: request.signal }, openSlot(request)),
        }),
  };
}

/**
 * Passes a stream through and records it. If the consumer stops early, the part read so far is
 * recorded. Aborted and failed streams are not recorded.
 */
async function* recordStream(
  events: ReturnType<NonNullable<LanguageModel["stream"]>>,
  { modelId, signal }: { readonly modelId: string; readonly signal: AbortSignal | undefined },
  record: (response: ModelResponse) => void,
): ReturnType<NonNullable<LanguageModel["stream"]>> {
  const collector = new StreamCollector();
  let isLeft = true;
  try {
    for await (const event of events) {
      if (event.type !== "error") collector.push(event);
      isLeft = event.type !== "error";
      yield event;
    }
    isLeft = false;
  } catch (error) {
    isLeft = false;
    throw error;
  } finally {
    if (collector.end !== undefined) record(collector.response(modelId));
    else if (isLeft && signal?.aborted !== true) record(collector.stopped(modelId));
  }
}

/** A recording is written with `JSON.stringify`, so a large integer gets a tag. */
function recordedInput(input: unknown): unknown {
  try {
    return hostJson(input);
  } catch {
    // Input that is too deep or too large stays as it is.
    return input;
  }
}

function recordAnswer(
  { text, content, usage, finishReason }: ModelResponse,
  mission: string | undefined,
): RecordedAnswer {
  const toolCalls = content.flatMap((part): RecordedToolCall[] => {
    if (part.type !== "tool-call") return [];
    const { toolCallId, toolName, input, malformedInput } = part;
    return [
      { toolCallId, toolName, input: recordedInput(input), ...presentFields({ malformedInput }) },
    ];
  });
  return presentFields({
    mission,
    text,
    toolCalls: toolCalls.length === 0 ? undefined : toolCalls,
    usage: usage === undefined ? undefined : pickUsage(usage),
    finishReason,
  });
}
