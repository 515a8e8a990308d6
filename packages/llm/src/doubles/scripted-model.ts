// A model for tests that responds from a script and stores the requests it receives.

import type { ModelAnswer } from "../contract/model-function.ts";
import type { ModelRequest } from "../contract/model-request.ts";
import { ModelError } from "../errors/model-error.ts";
import { doubleModel, type DoubleModelOptions, type StreamingModel } from "./double-model.ts";

/** A scripted response. If it is an error, the request fails with it. */
export type ScriptedAnswer = ModelAnswer | Error;

/**
 * An entry of a script: a response, or a function of the request and the number of requests before
 * it.
 */
export type ScriptEntry =
  | ScriptedAnswer
  | ((request: ModelRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** A model that responds from a script in order and stores its requests. */
export interface ScriptedModel extends StreamingModel {
  /** The requests that reached the model, in order, each as it was at the time of sending. */
  readonly requests: readonly ModelRequest[];
  /** The number of entries left in the script. */
  readonly remaining: number;
}

/**
 * Responds to each request with the next entry of the script, then fails with
 * `recording_exhausted`.
 * @throws TypeError for a script that is not a list
 */
export function createScriptedModel(
  script: readonly ScriptEntry[],
  options: DoubleModelOptions = {},
): ScriptedModel {
  const given: unknown = script;
  if (!Array.isArray(given))
    throw new TypeError(
      "createScriptedModel: expected a list of answers, such as createScriptedModel([program])",
    );
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
