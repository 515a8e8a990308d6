// Turns a single model question into a tool: to classify, to judge, to extract.

import { OptionError } from "@ptc/core/errors";
import { fromHost, toHost } from "@ptc/core/values";
import { raceSignal } from "@ptc/llm/adapter";
import type { CheckedSignature, InferInput } from "@ptc/signature";
import { defineAgent, type Agent } from "../agent/agent.ts";
import { exposureNames, exposureOptions, type ToolExposure } from "../agent/expose-option.ts";
import { callBoundNames, callBounds, type CallBounds } from "../agent/call-bounds.ts";
import type { MissionTool } from "../agent/mission-tool.ts";
import type { ModelOptions } from "../agent/model-options.ts";
import { signatureOption } from "../agent/signature-option.ts";
import { contractOfSignature, type ToolContract } from "../agent/tool-contract.ts";
import { WrongArguments } from "../agent/wrong-arguments.ts";
import { runChild } from "../loop/mission-run.ts";
import { missingModel } from "../loop/missing-model.ts";
import { questionMode } from "../mode-traits/mode-table.ts";
import type { ModelChoice } from "../model/resolve-model.ts";
import { isBoolean, knownOptions, optionalText, wrongOption } from "../options/option-checks.ts";
import { namesIn } from "../template/parse-template.ts";
import { ResponseTemplate } from "./response-template.ts";

/**
 * The options of `llmTool`: the question for the model at each call, and the form of its answer.
 */
export interface LlmToolOptions<Text extends string> extends CallBounds, ToolExposure {
  /**
   * The question for the model. `{{name}}` is replaced by an argument; arguments without a
   * placeholder are added at the end. The model sees nothing else.
   */
  readonly prompt: string;
  /**
   * The arguments and the result of the tool: `(text :string) -> {category :string}`. If the
   * result is `:string`, the model answers with text, and otherwise with JSON.
   */
  readonly signature: CheckedSignature<Text>;
  /**
   * With `responseTemplate`, the form of the model's answer, such as `{compatible :bool}`.
   * Default: the result of the signature.
   */
  readonly jsonSignature?: string;
  /**
   * A program that converts the model's answer to the tool's result, such as
   * `(if {{compatible}} :compatible :unrelated)`. A placeholder is the value of the field. The
   * program has no tools.
   */
  readonly responseTemplate?: string;
  /** Returns the problem with the arguments, or nothing. */
  readonly validator?: (args: InferInput<Text>) => string | undefined | Promise<string | undefined>;
  /** The model. Default: the model of the mission that calls the tool. */
  readonly llm?: ModelChoice;
  readonly description?: string;
  /** True to reuse a result for later calls with the same arguments. Default false. */
  readonly cache?: boolean;
  /** The number of retries for an answer that does not match. Default 1. */
  readonly retryTurns?: number;
  /** Temperature, output tokens and similar options. */
  readonly modelOptions?: ModelOptions;
}

const optionNames = [
  "prompt",
  "signature",
  "jsonSignature",
  "responseTemplate",
  "validator",
  "llm",
  "description",
  "cache",
  "retryTurns",
  "modelOptions",
  ...callBoundNames,
  ...exposureNames,
] as const satisfies readonly (keyof LlmToolOptions<string>)[];

/**
 * Returns a tool that asks a model one question. Each call uses one or two requests of the
 * mission's `maxModelCalls`, and no turns.
 * @throws OptionError
 */
export function llmTool<const Text extends string>(options: LlmToolOptions<Text>): MissionTool {
  knownOptions(options, optionNames);
  const { llm, cache = false, jsonSignature, responseTemplate, validator } = options;
  const signature = signatureOption("signature", options.signature);
  if (jsonSignature !== undefined && responseTemplate === undefined)
    throw new OptionError(
      "jsonSignature",
      "describes the values of a responseTemplate: pass one, or omit this",
    );
  if (validator !== undefined && typeof (validator as unknown) !== "function")
    throw wrongOption("validator", "expected a function of the arguments", validator);
  const template =
    responseTemplate === undefined
      ? undefined
      : new ResponseTemplate("responseTemplate", responseTemplate);
  const agent = askedOnce(options, jsonSignature ?? options.signature);
  refuseUnknownNames(
    agent,
    signature.parameters.map(({ name }) => name),
  );
  const contract = contractOfSignature(signature);
  // Programs get the template's value unchanged, including keywords, but the contract applies to
  // its host form.
  const ofTemplate: ToolContract = {
    ...contract,
    answer: async (value, mode) => {
      const checked = await contract.answer?.(toHost(fromHost(value)), mode);
      return checked?.ok === true
        ? { ...checked, value }
        : (checked ?? { ok: true, value, warnings: [] });
    },
  };
  return {
    description: optionalText("description", options.description),
    signature: signature.text,
    contract: template === undefined ? contract : ofTemplate,
    cache: isBoolean("cache", cache),
    ...callBounds(options),
    ...exposureOptions(options),
    runMission: async (args, call, caller) => {
      // A validator that never returns must not block a mission that has ended.
      const validating = raceSignal(call.signal, () => validator?.(args as InferInput<Text>));
      call.noteWork?.(validating);
      const wrong = await validating;
      if (typeof wrong === "string" && wrong !== "") throw new WrongArguments(wrong);
      return await runChild(agent, { args, call, caller }, caller.scopeOfModel(call, llm));
    },
    ...(template === undefined
      ? {}
      : { finish: (answer, _args, call, caller) => template.fill(answer, call, caller) }),
    missingModel: (registry) => missingModel(llm, registry),
  };
}

/** Returns an agent whose missions are a single question. */
export function askedOnce(
  {
    prompt,
    retryTurns = 1,
    modelOptions,
    llm,
  }: Pick<LlmToolOptions<string>, "prompt" | "retryTurns" | "modelOptions" | "llm">,
  signature: string,
): Agent {
  return defineAgent({
    prompt,
    // The tool has the contract, so the agent's type is not needed.
    signature,
    mode: questionMode,
    maxTurns: 1,
    // The model sees only its prompt.
    missionLog: "none",
    retryTurns,
    ...(modelOptions === undefined ? {} : { modelOptions }),
    ...(llm === undefined ? {} : { llm }),
  });
}

function refuseUnknownNames({ template }: Agent, parameters: readonly string[]): void {
  const unknown = [...namesIn(template)].find((name) => !parameters.includes(name));
  if (unknown === undefined) return;
  throw new OptionError(
    "prompt",
    `{{${unknown}}} is not a parameter of the signature; it has ${parameters.join(", ") || "none"}`,
  );
}
