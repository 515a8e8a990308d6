// What a user hands over, checked once.

import type { LanguageModelV4 } from "@ai-sdk/provider";
import { unknownOption } from "@ptc/core/errors";
import type { ModelCapabilities } from "@ptc/llm";
import { capabilitiesOf } from "./capabilities.ts";
import { isFields } from "./untrusted.ts";

/** The options of `aiSdkModel`. */
export interface AiSdkModelOptions {
  /** Milliseconds by which an answer has to be whole. Default 600,000. */
  readonly timeoutMs?: number;
  /**
   * What the model can do, where it differs from what its provider is known for; the object of a
   * model does not tell it.
   */
  readonly capabilities?: Partial<ModelCapabilities>;
}

export interface CheckedOptions {
  readonly timeoutMs: number;
  readonly capabilities: ModelCapabilities;
}

const known = ["timeoutMs", "capabilities"] as const satisfies readonly (keyof AiSdkModelOptions)[];

/** More is refused by the timers of the hosts. */
const longestTimeout = 2_147_483_647;

/** @throws TypeError with the name of the option. */
export function checkedOptions(model: LanguageModelV4, options: AiSdkModelOptions): CheckedOptions {
  checkModel(model);
  // A caller in JavaScript may give anything.
  const given: unknown = options;
  if (!isFields(given)) throw refusal(`expected options: ${known.join(", ")}`);
  const unknown = Object.keys(given).find((name) => !known.some((each) => each === name));
  if (unknown !== undefined) throw refusal(`${unknown}: ${unknownOption(unknown, known)}`);
  const { timeoutMs = 600_000, capabilities } = options;
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > longestTimeout)
    throw refusal(`timeoutMs: expected a whole number from 1 to ${String(longestTimeout)}`);
  const said: unknown = capabilities;
  if (said !== undefined && !isFields(said))
    throw refusal("capabilities: expected an object, such as { toolCalls: false }");
  return { timeoutMs, capabilities: capabilitiesOf(model, capabilities) };
}

function checkModel(model: unknown): void {
  if (typeof model === "string")
    throw refusal(
      `expected a model, got its name ${JSON.stringify(model)}: make it by the package of its provider, as openai("gpt-5") of @ai-sdk/openai, or by gateway(${JSON.stringify(model)}) of ai`,
    );
  const given =
    typeof model === "object" && model !== null ? (model as Partial<LanguageModelV4>) : {};
  const { specificationVersion: version } = given as { readonly specificationVersion?: unknown };
  if (version === "v2" || version === "v3")
    throw refusal(
      `expected a model of the specification v4, got one of ${version}: take the newest version of its package, or convert it by wrapLanguageModel({ model, middleware: [] }) of ai 7`,
    );
  const isModel =
    version === "v4" &&
    isName(given.provider) &&
    isName(given.modelId) &&
    typeof given.doGenerate === "function" &&
    typeof given.doStream === "function";
  if (!isModel)
    throw refusal(
      "expected a language model of the AI SDK, specification v4: an object with provider, modelId, doGenerate and doStream",
    );
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function refusal(problem: string): TypeError {
  return new TypeError(`aiSdkModel: ${problem}`);
}
