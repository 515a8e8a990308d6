// Makes a model of a plain function.

import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { LanguageModel } from "../contract/language-model.ts";
import type { ModelCapabilities } from "../contract/model-capabilities.ts";
import type { ModelFunction } from "../contract/model-function.ts";
import { answerRequest } from "./answer-request.ts";
import { nameOf } from "./shape-checks.ts";

/** A function declares no capabilities, so by default it is asked for text only. */
const functionCapabilities: ModelCapabilities = {
  streaming: false,
  toolCalls: false,
  structuredOutput: "none",
  thinking: false,
};

/** What is said of a function that answers as a model. */
export interface FunctionModelOptions {
  readonly provider?: string;
  /** Default: the function's name. */
  readonly modelId?: string;
  readonly capabilities?: Partial<Omit<ModelCapabilities, "streaming">>;
}

/**
 * A model is returned as it is; a function becomes one that is raced against the request's signal.
 * @throws TypeError when it is neither; OptionError for an unknown option
 */
export function toLanguageModel(
  model: LanguageModel | ModelFunction,
  options: FunctionModelOptions = {},
): LanguageModel {
  assertKnownOptions(options, [
    "provider",
    "modelId",
    "capabilities",
  ] satisfies (keyof FunctionModelOptions)[]);
  if (isLanguageModel(model)) return model;
  if (typeof model !== "function")
    throw new TypeError(
      `model: expected a language model (contract version 1) or a function of the request, got ${describe(model)}`,
    );
  const names = {
    provider: options.provider ?? "function",
    modelId: options.modelId ?? (model.name === "" ? "anonymous" : model.name),
  };
  return {
    contractVersion: 1,
    ...names,
    capabilities: { ...functionCapabilities, ...options.capabilities },
    generate: (request) => answerRequest(request, names, () => model(request)),
  };
}

/** Whether `value` is a model of contract version 1. */
export function isLanguageModel(value: unknown): value is LanguageModel {
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return false;
  const { contractVersion, provider, modelId, generate } = value as Partial<
    Record<keyof LanguageModel, unknown>
  >;
  return (
    contractVersion === 1 &&
    typeof provider === "string" &&
    typeof modelId === "string" &&
    typeof generate === "function"
  );
}

/**
 * The value in words for the error message. The version tells users of a newer adapter what is
 * wrong.
 */
function describe(value: unknown): string {
  if (typeof value !== "object" || value === null) return nameOf(value);
  const { contractVersion } = value as { readonly contractVersion?: unknown };
  return typeof contractVersion === "number"
    ? `an object of contract version ${String(contractVersion)}`
    : nameOf(value);
}
