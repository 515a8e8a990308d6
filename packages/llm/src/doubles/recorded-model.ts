// A model that gives recorded answers again, in their order. It never compares prompts, because
// prompts change with the data. A program in an answer runs on the current data, so its result may
// differ from the one at the time of the recording.

import type { ModelAnswer } from "../contract/model-function.ts";
import type { ResponsePart } from "../contract/response-part.ts";
import { ModelError } from "../errors/model-error.ts";
import { presentFields } from "../kit/present-fields.ts";
import { doubleModel, type DoubleModelOptions, type StreamingModel } from "./double-model.ts";
import { checkRecording, type RecordedAnswer, type Recording } from "./recording.ts";

export interface RecordedModel extends StreamingModel {
  readonly recording: Recording;
}

/**
 * Answers the first request with the first answer, and so on; then it fails with
 * `recording_exhausted`.
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
  let requests = 0;
  const model = doubleModel(names, options, () => {
    requests += 1;
    const answer = answers[requests - 1];
    if (answer === undefined) throw recordingExhausted(answers.length, requests);
    return answerOf(answer);
  });
  return { ...model, recording: checked.recording };
}

function answerOf({ text, toolCalls = [], usage, finishReason }: RecordedAnswer): ModelAnswer {
  const calls = toolCalls.map((call): ResponsePart => ({ type: "tool-call", ...call }));
  const content: readonly ResponsePart[] =
    text === "" && calls.length > 0 ? calls : [{ type: "text", text }, ...calls];
  return presentFields({ content, usage, finishReason });
}

function recordingExhausted(answers: number, request: number): ModelError {
  const had = answers === 1 ? "1 answer" : `${String(answers)} answers`;
  return new ModelError({
    kind: "recording_exhausted",
    message: `the recording is used up: it has ${had}, and this is request ${String(request)}; the run has changed, record it again with a model`,
  });
}
