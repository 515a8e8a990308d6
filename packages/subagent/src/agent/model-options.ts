// Checks the request options that are sent with every request of an agent.

import type { ModelRequest, SamplingOptions } from "@ptc/llm";
import { isRecord, knownOptions, wrongOption } from "../options/option-checks.ts";

/** The options of each model request, in addition to the messages. */
export type ModelOptions = SamplingOptions &
  Pick<ModelRequest, "thinking" | "providerOptions" | "headers">;

/** The type of value that each option accepts. */
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
    expected: "a list of strings",
    accepts: (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
  },
  thinking: { expected: "an object", accepts: isRecord },
  headers: {
    expected: "strings by header name",
    accepts: (value) =>
      isRecord(value) && Object.values(value as object).every((each) => typeof each === "string"),
  },
  providerOptions: { expected: "options by provider", accepts: isRecord },
};

/** Checks the option. @throws OptionError with the option's name */
export function modelOptions(given: ModelOptions = {}): ModelOptions {
  knownOptions(given, Object.keys(kinds), "modelOptions.");
  for (const [name, { expected, accepts }] of Object.entries(kinds)) {
    const value = given[name as keyof ModelOptions];
    if (value !== undefined && !accepts(value))
      throw wrongOption(`modelOptions.${name}`, `expected ${expected}`, value);
  }
  return given;
}
