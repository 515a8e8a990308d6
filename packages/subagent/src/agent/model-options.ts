// Options of a request to the model, besides its messages: checked here, sent with every request of
// an agent.

import type { ModelRequest, SamplingOptions } from "@ptc/llm";
import { isRecord, knownOptions, wrongOption } from "../options/option-checks.ts";

/** What each request to the model carries besides the messages. */
export type ModelOptions = SamplingOptions &
  Pick<ModelRequest, "thinking" | "providerOptions" | "headers">;

/** Which kind of value each option takes. */
const kinds: Readonly<
  Record<
    keyof ModelOptions,
    { readonly expected: string; readonly accepts: (value: unknown) => boolean }
  >
> = {
  temperature: { expected: "a number", accepts: Number.isFinite },
  topP: { expected: "a number", accepts: Number.isFinite },
  topK: { expected: "a number", accepts: Number.isFinite },
  seed: { expected: "a whole number", accepts: Number.isSafeInteger },
  maxOutputTokens: {
    expected: "a whole number of tokens from 1",
    accepts: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  },
  stopSequences: {
    expected: "a list of texts",
    accepts: (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
  },
  thinking: { expected: "an object", accepts: isRecord },
  headers: {
    expected: "texts by the names of headers",
    accepts: (value) =>
      isRecord(value) && Object.values(value as object).every((each) => typeof each === "string"),
  },
  providerOptions: { expected: "options by provider", accepts: isRecord },
};

/** @throws OptionError naming the option */
export function modelOptions(given: ModelOptions = {}): ModelOptions {
  knownOptions(given, Object.keys(kinds), "modelOptions.");
  for (const [name, { expected, accepts }] of Object.entries(kinds)) {
    const value = given[name as keyof ModelOptions];
    if (value !== undefined && !accepts(value))
      throw wrongOption(`modelOptions.${name}`, `expected ${expected}`, value);
  }
  return given;
}
