// The model of the chat: one of a provider, by the variable PTC_CHAT_MODEL and the provider's key,
// or the offline model, which types its known answers.

import { setTimeout as pause } from "node:timers/promises";
import { anthropic } from "@ptc/anthropic";
import { google } from "@ptc/google";
import {
  createScriptedModel,
  modelsByProvider,
  type LanguageModel,
  type ModelRequest,
  type ModelStreamEvent,
} from "@ptc/llm";
import { openai } from "@ptc/openai";
import { offlineAnswer } from "./offline-answers.ts";

/** Returns the model for a question about a table with these columns. */
export type ChooseModel = (question: string, columns: readonly string[]) => LanguageModel;

/** @throws Error for a name of an unknown provider */
export function modelNamed(name: string): ChooseModel {
  const registry = modelsByProvider({
    anthropic: (modelId) => anthropic(modelId),
    google: (modelId) => google(modelId),
    openai: (modelId) => openai(modelId),
  });
  const model = registry.find(name);
  if (model === undefined)
    throw new Error(
      `PTC_CHAT_MODEL is "${name}": expected PROVIDER:MODEL with one of ${registry.providers.join(", ")}`,
    );
  return () => model;
}

const pieceLength = 9;

/** The offline model writes a piece every `paceMs` milliseconds. */
export function offlineModel(paceMs: number): ChooseModel {
  return (question, columns) => {
    const text = offlineAnswer(question, columns);
    const pieces = Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, index) =>
      text.slice(index * pieceLength, (index + 1) * pieceLength),
    );
    return {
      ...createScriptedModel([text], { provider: "offline", modelId: "known answers" }),
      stream: async function* ({ signal }: ModelRequest): AsyncGenerator<ModelStreamEvent> {
        yield { type: "thinking-delta", text: "The answer needs every row, so I write a program." };
        for (const piece of pieces) {
          await pause(paceMs, undefined, signal === undefined ? {} : { signal });
          yield { type: "text-delta", text: piece };
        }
        const [inputTokens, outputTokens] = [900, Math.ceil(text.length / 4)];
        yield { type: "usage", usage: { inputTokens, outputTokens } };
        yield { type: "finish", finishReason: "stop" };
      },
    };
  };
}
