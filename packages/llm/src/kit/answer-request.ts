// Every model of this package responds through this function. It turns a short answer into the
// contract's response or `ModelError`.

import type { ModelAnswer } from "../contract/model-function.ts";
import type { ModelRequest } from "../contract/model-request.ts";
import type { ModelResponse } from "../contract/model-response.ts";
import { normalizeModelError } from "../errors/normalize-model-error.ts";
import { completeResponse } from "./complete-response.ts";
import { raceSignal } from "./race-signal.ts";

/** Calls `answer`, unless the request is already cancelled. Rejects with a `ModelError` only. */
export async function answerRequest(
  request: ModelRequest,
  model: { readonly provider: string; readonly modelId: string },
  answer: () => ModelAnswer | Promise<ModelAnswer>,
): Promise<ModelResponse> {
  try {
    return completeResponse(await raceSignal(request.signal, answer), model.modelId);
  } catch (error) {
    throw normalizeModelError(error, {
      signal: request.signal,
      provider: model.provider,
      modelId: model.modelId,
    });
  }
}
