// Makes a recording while a model works. It keeps what answers say and how many tokens they cost,
// and on request which mission they were for, but no other prompts, no thinking, no provider data
// and no headers.

import { assertKnownOptions } from "@ptc/core/internal/errors";
import { systemClock, type Clock } from "@ptc/core/contracts";
import type { LanguageModel } from "../contract/language-model.ts";
import type { ModelFunction } from "../contract/model-function.ts";
import type { ModelRequest } from "../contract/model-request.ts";
import type { ModelResponse } from "../contract/model-response.ts";
import { presentFields } from "../kit/present-fields.ts";
import { pickUsage } from "../kit/shape-checks.ts";
import { StreamCollector } from "../kit/stream-collector.ts";
import { toLanguageModel } from "../kit/to-language-model.ts";
import { missionOf } from "./mission-of.ts";
import type { RecordedAnswer, RecordedToolCall, Recording } from "./recording.ts";

/** The options of `createModelRecorder`. */
export interface ModelRecorderOptions {
  /** A note about the circumstances, kept in the recording. */
  readonly note?: string;
  /**
   * Whether each answer keeps the prompt of the mission that it was given in, so that missions that
   * run at once are replayed right in whatever order they ask. The recording then holds these
   * prompts, with the data in them. Default false.
   */
  readonly missions?: boolean;
  readonly clock?: Clock;
}

/** Records the answers of a model. */
export interface ModelRecorder {
  /** The model to use in place of the recorded one: `run(agent, { llm: recorder.llm })`. */
  readonly llm: LanguageModel;
  /** The answers so far, in the order of the requests, without requests that failed. */
  recording(): Recording;
}

/**
 * Records the answers of a model, so that you can repeat the run without the model.
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
  /** One slot for each request, so that parallel requests keep their order. */
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
 * Passes a stream on and records it. Of a stream that its reader leaves before the end what was
 * read is recorded: it was enough. One that was aborted, or that failed, is not an answer.
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

function recordAnswer(
  { text, content, usage, finishReason }: ModelResponse,
  mission: string | undefined,
): RecordedAnswer {
  const toolCalls = content.flatMap((part): RecordedToolCall[] => {
    if (part.type !== "tool-call") return [];
    const { toolCallId, toolName, input, malformedInput } = part;
    return [{ toolCallId, toolName, input, ...presentFields({ malformedInput }) }];
  });
  return presentFields({
    mission,
    text,
    toolCalls: toolCalls.length === 0 ? undefined : toolCalls,
    usage: usage === undefined ? undefined : pickUsage(usage),
    finishReason,
  });
}
