// Turns a plain function into a model.

import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { LanguageModel } from "../contract/language-model.ts";
import type { ModelCapabilities } from "../contract/model-capabilities.ts";
import type { ModelFunction } from "../contract/model-function.ts";
import { answerRequest } from "./answer-request.ts";
import { nameOf } from "./shape-checks.ts";

/** A function declares no capabilities, so by default it only receives requests for text. */
const functionCapabilities: ModelCapabilities = {
  streaming: false,
  toolCalls: false,
  structuredOutput: "none",
  thinking: false,
};

/** Options for a function that acts as a model. */
export interface FunctionModelOptions {
  readonly provider?: string;
  /** Defaults to the function's name. */
  readonly modelId?: string;
  readonly capabilities?: Partial<Omit<ModelCapabilities, "streaming">>;
}

/**
 * Returns a model unchanged. Wraps a function in a model that rejects when the request's signal
 * aborts.
 * @throws TypeError for any other value; OptionError for an unknown option
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

/** True if `value` is a model of contract version 1. */
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
 * Describes the value for the error message. Names the contract version, for users of a newer
 * adapter.
 */
function describe(value: unknown): string {
  if (typeof value !== "object" || value === null) return nameOf(value);
  const { contractVersion } = value as { readonly contractVersion?: unknown };
  return typeof contractVersion === "number"
    ? `an object of contract version ${String(contractVersion)}`
    : nameOf(value);
}
