// A model for sample runs: canned answers with delays, and the tokens and cache hits that a
// provider would report for its requests.

import { setTimeout as sleep } from "node:timers/promises";
import type { LanguageModel, ModelRequest } from "@ptc/llm";
import { toLanguageModel } from "@ptc/llm";

const charactersOfToken = 4;

/** Returns a model that gives the answers of `answerOf`, after `delayMs`. */
export function sampleModel(
  modelId: string,
  answerOf: (request: ModelRequest) => string,
  delayMs: number,
): LanguageModel {
  let before = "";
  const model = toLanguageModel(() => Promise.resolve(""));
  return {
    ...model,
    provider: "anthropic",
    modelId,
    generate: async (request) => {
      const text = answerOf(request);
      await sleep(delayMs * (0.6 + (text.length % 7) / 10));
      const sent = JSON.stringify(request.messages);
      const same = sharedLength(before, sent);
      before = sent;
      return {
        content: [{ type: "text", text }],
        text,
        finishReason: "stop",
        modelId,
        usage: {
          inputTokens: Math.ceil(sent.length / charactersOfToken),
          outputTokens: Math.ceil(text.length / charactersOfToken),
          cachedInputTokens: same < 2_000 ? 0 : Math.floor(same / charactersOfToken),
        },
      };
    },
  };
}

function sharedLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}
