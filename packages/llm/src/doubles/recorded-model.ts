// A model that gives recorded answers again, in their order. It compares no prompts, because
// prompts change with the data, but those of missions where an answer names one. A program in an
// answer runs on the current data, so its result may differ from the one at the time of the
// recording.

import type { ModelAnswer } from "../contract/model-function.ts";
import type { ResponsePart } from "../contract/response-part.ts";
import { ModelError } from "../errors/model-error.ts";
import { presentFields } from "../kit/present-fields.ts";
import { AnswerQueues } from "./answer-queues.ts";
import { doubleModel, type DoubleModelOptions, type StreamingModel } from "./double-model.ts";
import { missionOf } from "./mission-of.ts";
import { checkRecording, type RecordedAnswer, type Recording } from "./recording.ts";

/** A model that gives the answers of a recording in their order. */
export interface RecordedModel extends StreamingModel {
  readonly recording: Recording;
}

/**
 * Answers the first request with the first answer, and so on; then it fails with
 * `recording_exhausted`. Requests of a mission that answers name (`RecordedAnswer.mission`) are
 * given those answers and no others, in their order, whenever they are sent.
 * @throws TypeError when the argument is not a recording (see `parseRecording`), ModelError
 * `recording_exhausted` when the recording has no answers.
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
