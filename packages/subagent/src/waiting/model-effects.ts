// The requests of a mission that can wait to its models. A recorded request returns its recorded
// answer, if it is still the same request.

import type { Json } from "@ptc/core/encoding";
import { isObject } from "@ptc/core/internal/host";
import type { LanguageModel, ModelRequest, ModelResponse } from "@ptc/llm";
import { noteReplayed } from "../model/replayed-request.ts";
import { messageOf, modelFailure } from "../recording/effect-json.ts";
import { recordedAnswer } from "../recording/recorded-answers.ts";
import { clearData, clearJson } from "./clear-json.ts";
import { isUnanswered, outcomeOf } from "./line-outcomes.ts";
import type { NewLine, PlacedLine } from "./mission-lines.ts";
import type { MissionPass } from "./mission-pass.ts";
import { requestDigest } from "./request-digest.ts";

/** Returns the model to call in place of `model`. */
export function modelInPass(pass: MissionPass, model: LanguageModel): LanguageModel {
  const { provider, modelId, capabilities } = model;
  return {
    contractVersion: 1,
    provider,
    modelId,
    capabilities,
    generate: (request) => generate(pass, model, request),
  };
}

async function generate(
  pass: MissionPass,
  model: LanguageModel,
  request: ModelRequest,
): Promise<ModelResponse> {
  const at = pass.locationOf(request.requestId ?? "");
  const digest = requestDigest(request);
  const known = pass.take("model", at);
  if (known !== undefined) {
    const { outcome } = known.line;
    if (isObject(outcome) && Object.hasOwn(outcome, "answer")) noteReplayed(model, request);
    return await replayedAnswer(pass, known, digest, request.signal);
  }
  const line = (outcome: object): NewLine => ({
    type: "model",
    at,
    request: digest,
    outcome: outcome as Json,
  });
  // The function returns what the model returns.
  return (await pass.afterRecorded(() =>
    pass.answers.inTurn(
      request.signal,
      model.generate(request),
      (response) => {
        try {
          pass.add(line({ answer: clearData(response) }));
        } catch (error) {
          const unkept = messageOf(error) ?? "it can't be written";
          pass.lines.unkept.set(`the answer of the model at ${at}`, unkept);
          pass.add(line({ unkept }));
        }
      },
      (error) => {
        pass.add(line({ error: modelFailure(error, clearJson) }));
      },
      () => {
        pass.add(line({ unanswered: true }));
      },
    ),
  )) as ModelResponse;
}

async function replayedAnswer(
  pass: MissionPass,
  { index, line }: PlacedLine<"model">,
  digest: string,
  signal: AbortSignal | undefined,
): Promise<ModelResponse> {
  if (line.request !== digest)
    throw pass.diverged(
      `the request to the model at ${line.at} isn't the recorded one: the prompt, the tools, the context or an option of the agent has changed`,
    );
  if (isUnanswered(line.outcome)) return await pass.unanswered(index, line, signal);
  return await pass.inLine(index, line, () =>
    recordedAnswer({ line: index, effect: outcomeOf(line, pass) }, pass),
  );
}
