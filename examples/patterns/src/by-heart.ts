// A model that knows its answers by heart, and counts what a provider would bill. Its answers are
// those that a model gave to the same messages; most are programs, which compute over the data.

import { estimateUsage, toLanguageModel, type LanguageModel, type ModelRequest } from "@ptc/llm";

/** The answers to missions whose prompt begins so, in the order of their turns. */
export type Answers = Readonly<Record<string, readonly string[]>>;

export interface CountedModel extends LanguageModel {
  readonly counted: {
    requests: number;
    inputTokens: number;
    outputTokens: number;
    /** The most requests that were open at the same time. */
    atOnce: number;
  };
}

export function byHeart(modelId: string, answers: Answers): CountedModel {
  const counted = { requests: 0, inputTokens: 0, outputTokens: 0, atOnce: 0 };
  let open = 0;
  const model = toLanguageModel(
    async (request: ModelRequest) => {
      open += 1;
      counted.requests += 1;
      counted.atOnce = Math.max(counted.atOnce, open);
      const text = answerTo(request, answers);
      // A provider takes its time, in which others are asked.
      await new Promise((resolve) => setTimeout(resolve, 1));
      const usage = estimateUsage(request, { content: [{ type: "text", text }] });
      counted.inputTokens += usage.inputTokens;
      counted.outputTokens += usage.outputTokens;
      open -= 1;
      return { text, usage };
    },
    { modelId },
  );
  return { ...model, counted };
}

function answerTo({ messages }: ModelRequest, answers: Answers): string {
  const user = messages.find(({ role }) => role === "user");
  const prompt = JSON.stringify(user?.content ?? "").slice(1);
  const [, turns = []] = Object.entries(answers).find(([start]) => prompt.startsWith(start)) ?? [];
  const turn = messages.filter(({ role }) => role === "assistant").length;
  const answer = turns[turn];
  if (answer === undefined) throw new Error(`no answer by heart to: ${prompt.slice(0, 60)}`);
  return answer;
}
