// A model whose requests run inside the spans of their attempts, so that the spans of its own HTTP
// requests appear below them.

import type { TraceScope } from "@ptc/core/contracts";
import type { LanguageModel } from "@ptc/llm";

/** Returns `model`, with each request inside the span that `attempt` returns at that time. */
export function tracedModel(
  model: LanguageModel,
  attempt: () => TraceScope | undefined,
): LanguageModel {
  return {
    contractVersion: 1,
    get provider() {
      return model.provider;
    },
    get modelId() {
      return model.modelId;
    },
    get capabilities() {
      return model.capabilities;
    },
    generate: (request) => {
      const span = attempt();
      return span === undefined
        ? model.generate(request)
        : span.within(() => model.generate(request));
    },
  };
}
