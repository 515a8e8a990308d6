// A model that replays recorded responses in order. It compares prompts only if a recorded response
// names its mission, because prompts change with the data. A program in a response runs on the
// current data, so its result may differ from the recorded one.

import type { ModelAnswer } from "../contract/model-function.ts";
import type { ResponsePart } from "../contract/response-part.ts";
import { ModelError } from "../errors/model-error.ts";
import { presentFields } from "@ptc/core/internal/host";
import { AnswerQueues } from "./answer-queues.ts";
import { doubleModel, type DoubleModelOptions, type StreamingModel } from "./double-model.ts";
import { missionOf } from "./mission-of.ts";
import { checkRecording, type RecordedAnswer, type Recording } from "./recording.ts";

/** A model that replays the responses of a recording in order. */
export interface RecordedModel extends StreamingModel {
  readonly recording: Recording;
}

/**
 * Replays the responses in order, one per request, then fails with `recording_exhausted`. If
 * responses name a mission (`RecordedAnswer.mission`), requests of that mission get only those
 * responses, in order, no matter when they are sent.
 * @throws TypeError if the argument is not a recording (see `parseRecording`), ModelError
 * `recording_exhausted` if the recording has no responses
 */
export function createRecordedModel(
  recording: Recording,
  options: DoubleModelOptions = {},
): RecordedModel {
  const checked = checkRecording(recording);
  if (!checked.ok) throw new TypeError(`recording: ${checked.message}`);
  const { answers, model: recordedModel } = checked.recording;
  if (answers.length === 0)
    throw new ModelError({
      kind: "recording_exhausted",
      message: "the recording has no answers: record the run with a model first",
    });
  const names = {
    provider: options.provider ?? "recorded",
    modelId: options.modelId ?? recordedModel,
  };
  const queues = new AnswerQueues(answers);
  const model = doubleModel(names, options, (request) => answerOf(queues.next(missionOf(request))));
  return { ...model, recording: checked.recording };
}

function answerOf({ text, toolCalls = [], usage, finishReason }: RecordedAnswer): ModelAnswer {
  const calls = toolCalls.map((call): ResponsePart => ({ type: "tool-call", ...call }));
  const content: readonly ResponsePart[] =
    text === "" && calls.length > 0 ? calls : [{ type: "text", text }, ...calls];
  return presentFields({ content, usage, finishReason });
}
