// The options of AI SDK models, checked once.

import type { LanguageModelV4 } from "@ai-sdk/provider";
import { unknownOption } from "@ptc/core/internal/errors";
import type { ModelCapabilities } from "@ptc/llm";
import { checkedTimes, isObject, type RequestTimes } from "@ptc/llm/adapter";
import { capabilitiesOf } from "./capabilities.ts";

/** The options of `aiSdkModel`. */
export interface AiSdkModelOptions {
  /**
   * The time limit in milliseconds: for a complete response, or between two events of a stream
   * that have content. Default 600,000.
   */
  readonly timeoutMs?: number;
  /** The time limit of a whole request in milliseconds, also of a stream. Default 3,600,000. */
  readonly totalTimeoutMs?: number;
  /**
   * The capabilities of the model, if they differ from the provider's; the SDK doesn't report them.
   */
  readonly capabilities?: Partial<ModelCapabilities>;
}

export interface CheckedOptions extends RequestTimes {
  readonly capabilities: ModelCapabilities;
}

const known = [
  "timeoutMs",
  "totalTimeoutMs",
  "capabilities",
] as const satisfies readonly (keyof AiSdkModelOptions)[];

/** @throws TypeError with the name of the option */
export function checkedOptions(model: LanguageModelV4, options: AiSdkModelOptions): CheckedOptions {
  checkModel(model);
  // Callers in JavaScript may pass anything.
  const given: unknown = options;
  if (!isObject(given)) throw refusal(`expected options: ${known.join(", ")}`);
  const unknown = Object.keys(given).find((name) => !known.some((each) => each === name));
  if (unknown !== undefined) throw refusal(`${unknown}: ${unknownOption(unknown, known)}`);
  const { capabilities } = options;
  const times = checkedTimes(options, refusal);
  const givenCapabilities: unknown = capabilities;
  if (givenCapabilities !== undefined && !isObject(givenCapabilities))
    throw refusal("capabilities: expected an object, such as { toolCalls: false }");
  return { ...times, capabilities: capabilitiesOf(model, capabilities) };
}

function checkModel(model: unknown): void {
  if (typeof model === "string")
    throw refusal(
      `expected a model, got the string ${JSON.stringify(model)}: create it with the provider's package, such as openai("gpt-5") from @ai-sdk/openai, or with gateway(${JSON.stringify(model)}) from ai`,
    );
  const given =
    typeof model === "object" && model !== null ? (model as Partial<LanguageModelV4>) : {};
  const { specificationVersion: version } = given as { readonly specificationVersion?: unknown };
  if (version === "v2" || version === "v3")
    throw refusal(
      `expected a model of specification v4, got ${version}: update the provider's package, or convert the model with wrapLanguageModel({ model, middleware: [] }) from ai 7`,
    );
  const isModel =
    version === "v4" &&
    isName(given.provider) &&
    isName(given.modelId) &&
    typeof given.doGenerate === "function" &&
    typeof given.doStream === "function";
  if (!isModel)
    throw refusal(
      "expected an AI SDK language model (specification v4) with provider, modelId, doGenerate and doStream",
    );
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function refusal(problem: string): TypeError {
  return new TypeError(`aiSdkModel: ${problem}`);
}
