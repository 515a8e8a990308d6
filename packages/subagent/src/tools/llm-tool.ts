// Makes a tool of a model that is asked once: to classify, to judge, to extract.

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

/** The options of `llmTool`: what a model is asked at each call, and what it answers. */
export interface LlmToolOptions<Text extends string> extends CallBounds, ToolExposure {
  /**
   * What the model is asked. `{{name}}` stands for an argument; arguments that it does not name are
   * added at the end. The model sees nothing else.
   */
  readonly prompt: string;
  /**
   * What the tool takes and answers: `(text :string) -> {category :string}`. Where it answers with
   * `:string` the model answers with a text, otherwise with JSON.
   */
  readonly signature: CheckedSignature<Text>;
  /**
   * With `responseTemplate`: what the model answers, `{compatible :bool}`; default: what the
   * signature says.
   */
  readonly jsonSignature?: string;
  /**
   * A program that makes the answer of the tool from that of the model, `(if {{compatible}}
   * :compatible :unrelated)`. A placeholder is the value of the field. It has no tools.
   */
  readonly responseTemplate?: string;
  /** Answers with what is wrong with the arguments, or with nothing. */
  readonly validator?: (args: InferInput<Text>) => string | undefined | Promise<string | undefined>;
  /** The model; default: the model of the mission that calls the tool. */
  readonly llm?: ModelChoice;
  readonly description?: string;
  /** Whether an answer serves later calls with the same arguments; default false. */
  readonly cache?: boolean;
  /** How often the model may mend an answer that does not match; default 1. */
  readonly retryTurns?: number;
  /** Temperature, output tokens and the like. */
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
 * A tool that asks a model once. Each call takes one request, or two, from the `maxModelCalls` of
 * the mission, and no turn.
 * @throws OptionError
 */
export function llmTool<const Text extends string>(options: LlmToolOptions<Text>): MissionTool {
  knownOptions(options, optionNames);
  const { llm, cache = false, jsonSignature, responseTemplate, validator } = options;
  const signature = signatureOption("signature", options.signature);
  if (jsonSignature !== undefined && responseTemplate === undefined)
    throw new OptionError(
      "jsonSignature",
      "says what a responseTemplate is filled with: give one, or leave it out",
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
  // Programs get what the template makes, keywords and all; the contract is for what hosts get.
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
      // A validator that never answers must not keep a mission that has ended.
      const wrong = await raceSignal(call.signal, () => validator?.(args as InferInput<Text>));
      if (typeof wrong === "string" && wrong !== "") throw new WrongArguments(wrong);
      return await runChild(agent, { args, call, caller }, caller.scopeOfModel(call, llm));
    },
    ...(template === undefined
      ? {}
      : { finish: (answer, _args, call, caller) => template.fill(answer, call, caller) }),
    missingModel: (registry) => missingModel(llm, registry),
  };
}

/** The agent whose missions are one question. */
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
    // Its type is of no use here: the tool has the contract.
    signature,
    mode: questionMode,
    maxTurns: 1,
    // The model sees its prompt and nothing else.
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
    `{{${unknown}}} is no parameter of the signature; it has ${parameters.join(", ") || "none"}`,
  );
}
