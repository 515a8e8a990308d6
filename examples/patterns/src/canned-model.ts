// A scripted model with canned responses that counts what a provider would bill. Programs are
// written as a model would write them; a model's reading of a text is a function of the text.

import { setImmediate } from "node:timers/promises";
import { contentText, toLanguageModel, type LanguageModel, type ModelRequest } from "@ptc/llm";
import { estimateUsage } from "@ptc/llm/adapter";

/** The model's response in a turn; the prompt is that of the mission. */
export type Answer = string | ((prompt: string) => string);

/** The responses by the beginning of a mission's prompt, in the order of its turns. */
export type Answers = Readonly<Record<string, readonly Answer[]>>;

export interface CountedModel extends LanguageModel {
  readonly counted: {
    requests: number;
    inputTokens: number;
    outputTokens: number;
    /** The largest number of concurrent requests. */
    atOnce: number;
    /** The first messages of each mission, in order. */
    readonly prompts: string[];
  };
}

export function cannedModel(modelId: string, answers: Answers): CountedModel {
  const counted: CountedModel["counted"] = {
    requests: 0,
    inputTokens: 0,
    outputTokens: 0,
    atOnce: 0,
    prompts: [],
  };
  let open = 0;
  const model = toLanguageModel(
    async (request: ModelRequest) => {
      open += 1;
      counted.requests += 1;
      counted.atOnce = Math.max(counted.atOnce, open);
      const { prompt, turn } = askedIn(request);
      if (turn === 0) counted.prompts.push(prompt);
      await untilRequestsSettle(() => counted.requests);
      open -= 1;
      const text = answerTo(prompt, turn, answers);
      const usage = estimateUsage(request, { content: [{ type: "text", text }] });
      counted.inputTokens += usage.inputTokens;
      counted.outputTokens += usage.outputTokens;
      return { text, usage };
    },
    { modelId },
  );
  return { ...model, counted };
}

/**
 * Waits like a provider does, so that other requests can start meanwhile. Counts event-loop tasks
 * after the last request instead of clock time, so that slow machines count the same.
 */
async function untilRequestsSettle(requests: () => number): Promise<void> {
  let seen = requests();
  for (let quiet = 0; quiet < 100; quiet++) {
    await setImmediate();
    if (requests() !== seen) quiet = 0;
    seen = requests();
  }
}

function askedIn({ messages }: ModelRequest): { readonly prompt: string; readonly turn: number } {
  const user = messages.find(({ role }) => role === "user");
  return {
    prompt: user === undefined ? "" : contentText(user.content),
    turn: messages.filter(({ role }) => role === "assistant").length,
  };
}

function answerTo(prompt: string, turn: number, answers: Answers): string {
  const [, turns = []] = Object.entries(answers).find(([start]) => prompt.startsWith(start)) ?? [];
  const answer = turns[turn];
  if (answer === undefined) throw new Error(`no canned answer for: ${prompt.slice(0, 60)}`);
  return typeof answer === "string" ? answer : answer(prompt);
}
