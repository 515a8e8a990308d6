// A model for tests: it answers what a script says, and keeps the requests that it received.

import type { ModelAnswer } from "../contract/model-function.ts";
import type { ModelRequest } from "../contract/model-request.ts";
import { ModelError } from "../errors/model-error.ts";
import { doubleModel, type DoubleModelOptions, type StreamingModel } from "./double-model.ts";

/** An answer of a script. When it is an error, the request fails with it. */
export type ScriptedAnswer = ModelAnswer | Error;

/**
 * An entry of a script: an answer, or a function that is given the request and the number of
 * requests before it.
 */
export type ScriptEntry =
  | ScriptedAnswer
  | ((request: ModelRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** A model that gives the answers of a script in their order, and keeps what it was asked. */
export interface ScriptedModel extends StreamingModel {
  /** The requests that reached the model, in order, each as it was when it was sent. */
  readonly requests: readonly ModelRequest[];
  /** How many answers the script still has. */
  readonly remaining: number;
}

/**
 * Answers the first request with the first entry, the second with the second; then it fails with
 * `recording_exhausted`.
 */
export function createScriptedModel(
  script: readonly ScriptEntry[],
  options: DoubleModelOptions = {},
): ScriptedModel {
  const entries = [...script];
  const requests: ModelRequest[] = [];
  const names = {
    provider: options.provider ?? "scripted",
    modelId: options.modelId ?? "scripted",
  };
  const model = doubleModel(names, options, async (request) => {
    const index = requests.length;
    // The list is copied because the caller may add messages to it later.
    requests.push({ ...request, messages: [...request.messages] });
    const entry = entries[index];
    if (entry === undefined) throw scriptUsedUp(entries.length, index);
    const answer = typeof entry === "function" ? await entry(request, index) : entry;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return {
    ...model,
    get requests() {
      return [...requests];
    },
    get remaining() {
      return Math.max(0, entries.length - requests.length);
    },
  };
}

function scriptUsedUp(answers: number, index: number): ModelError {
  const had = answers === 1 ? "1 answer" : `${String(answers)} answers`;
  return new ModelError({
    kind: "recording_exhausted",
    message: `the script is used up: it has ${had}, and this is request ${String(index + 1)}`,
  });
}
