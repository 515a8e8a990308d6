// Models with a position in a fixed list of answers, such as recorded ones. `resume` reports each
// request whose answer is in the checkpoint, so that such a model doesn't give that answer again.

import type { LanguageModel, ModelRequest } from "@ptc/llm";

/** A model that wants to know about requests that it isn't sent. */
export interface ReplayAwareModel extends LanguageModel {
  /** Called with a request that was answered before the run waited, in place of `generate`. */
  readonly replayed: (request: ModelRequest) => void;
}

function isReplayAware(model: LanguageModel): model is ReplayAwareModel {
  return "replayed" in model && typeof model.replayed === "function";
}

/** Reports a request that was answered before the run waited. */
export function noteReplayed(model: LanguageModel, request: ModelRequest): void {
  if (isReplayAware(model)) model.replayed(request);
}

/** Returns the field with which a wrapper passes these reports to `model`. */
export function replayedBy(model: LanguageModel): Partial<Pick<ReplayAwareModel, "replayed">> {
  return isReplayAware(model)
    ? {
        replayed: (request) => {
          model.replayed(request);
        },
      }
    : {};
}
