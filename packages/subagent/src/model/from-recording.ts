// Models that answer from a recording. They look at no file, so files need no contents for them: a
// recording keeps the fields of a file only.

import type { LanguageModel } from "@ptc/llm";

const mark: unique symbol = /* @__PURE__ */ Symbol.for("@ptc/subagent/answers-from-recording");

/** `model`, known as one that answers from a recording. */
export function answeringFromRecording(model: LanguageModel): LanguageModel {
  return Object.assign(model, { [mark]: true });
}

export function answersFromRecording(model: LanguageModel): boolean {
  return mark in model;
}
