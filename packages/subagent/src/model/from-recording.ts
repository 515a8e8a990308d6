// Marks models that answer from a recording. They don't look at files, so files need no contents
// for them: a recording stores only the fields of a file.

import type { LanguageModel } from "@ptc/llm";

const mark: unique symbol = /* @__PURE__ */ Symbol.for("@ptc/subagent/answers-from-recording");

/** Returns `model`, marked as answering from a recording. */
export function answeringFromRecording(model: LanguageModel): LanguageModel {
  return Object.assign(model, { [mark]: true });
}

export function answersFromRecording(model: LanguageModel): boolean {
  return mark in model;
}
