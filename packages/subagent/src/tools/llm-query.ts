// The tool with which a program asks a model its own questions.

import type { ToolArguments } from "@ptc/core/contracts";
import { defineField, hostFieldName } from "@ptc/core/internal/values";
import type { Firewall } from "@ptc/core/firewall";
import { parseSignature, type Field, type Type } from "@ptc/signature";
import { exposureNames, exposureOptions, type ToolExposure } from "../agent/expose-option.ts";
import { callBoundNames, callBounds, type CallBounds } from "../agent/call-bounds.ts";
import type { MissionTool } from "../agent/mission-tool.ts";
import { modelOptions, type ModelOptions } from "../agent/model-options.ts";
import type { MissionCaller } from "../bounds/mission-caller.ts";
import { WrongArguments } from "../agent/wrong-arguments.ts";
import { runChild } from "../loop/mission-run.ts";
import { missingModel } from "../loop/missing-model.ts";
import { noChosenModels, type ModelChoice } from "../model/resolve-model.ts";
import { isBoolean, knownOptions, optionalText, wholeNumber } from "../options/option-checks.ts";
import { escapeEnvelopes } from "../preview/data-envelope.ts";
import { askedOnce } from "./llm-tool.ts";
import { ResponseTemplate } from "./response-template.ts";

/** The options of the tool `llm-query`, with which a program asks a model any question. */
export interface LlmQueryOptions extends CallBounds, ToolExposure {
  /** The description of the tool for the calling model. The default explains how to use it. */
  readonly description?: string;
  /**
   * The model for calls that name none. Default: the model of the mission. A call can name only
   * models of the mission's `llmRegistry`.
   */
  readonly llm?: ModelChoice;
  /** True to reuse a result for later calls with the same arguments. Default false. */
  readonly cache?: boolean;
  /** The number of retries for an answer that does not match. Default 1. */
  readonly retryTurns?: number;
  /** Temperature, output tokens and similar options. */
  readonly modelOptions?: ModelOptions;
}

const optionNames = [
  "description",
  "llm",
  "cache",
  "retryTurns",
  "modelOptions",
  ...callBoundNames,
  ...exposureNames,
] as const satisfies readonly (keyof LlmQueryOptions)[];

const description = [
  "Asks a model that sees only the prompt: to classify, judge, extract or write what a program can't compute.",
  'Further arguments fill {{name}} in the prompt: (tool/llm-query {:prompt "Is this urgent? {{text}}" :signature "{urgent :bool}" :text (:body row)}). Put data there, not into the prompt.',
  "Without :signature, it returns a string; #{low high} returns one of these strings.",
].join("\n  ");

/** The same for a model that calls the tool natively. */
const nativeDescription = [
  "Asks a model that sees only the prompt: to classify, judge, extract or write.",
  'Further arguments fill {{name}} in the prompt: {"prompt": "Is this urgent? {{text}}", "signature": "{urgent :bool}", "text": "…"}. Put data there, not into the prompt.',
  "Without signature, it returns a string; #{low high} returns one of these strings.",
].join("\n");

/** The arguments that control a call. All others are for the prompt. */
const controls = ["prompt", "signature", "llm", "response_template"] as const;

const text: Type = { kind: "string" };
const fields: readonly Field[] = controls.map((name) => ({
  name,
  type: text,
  optional: name !== "prompt",
  firewalled: false,
}));

/**
 * Returns a tool for programs that ask a model: `tools: { "llm-query": llmQuery() }`. Each call
 * uses one or two requests of the mission's `maxModelCalls`, and no turns.
 * @throws OptionError
 */
export function llmQuery(options: LlmQueryOptions = {}): MissionTool {
  knownOptions(options, optionNames);
  const { cache = false, retryTurns = 1, llm } = options;
  wholeNumber("retryTurns", retryTurns, 0);
  modelOptions(options.modelOptions);
  return {
    description: optionalText("description", options.description) ?? description,
    ...(options.description === undefined ? { nativeDescription } : {}),
    signature:
      "(prompt :string, signature :string?, llm :string?, response_template :string?) -> :any",
    contract: {
      definitions: [],
      parameters: fields,
      output: { kind: "any" },
      // `runMission` checks the arguments, so that additional ones are accepted in every validation
      // mode.
      input: undefined,
      answer: undefined,
    },
    cache: isBoolean("cache", cache),
    ...callBounds(options),
    ...exposureOptions(options),
    runMission: async (args, call, caller) => {
      const given = withControls(args);
      const reading = quoting(given, caller, async () => {
        const read = controlsOf(given);
        // Report a wrong template before any model request.
        await templateOf(read.template)?.check();
        return read;
      });
      call.noteWork?.(reading);
      const { prompt, signature, llm: named } = await reading;
      const scope = caller.scopeOfModel(call, llm);
      // A program wrote both, so they may contain values that are hidden from the model.
      const agent = askedOnce(
        {
          ...options,
          prompt: escapeEnvelopes(prompt, scope.firewall),
          ...(named === undefined ? {} : { llm: named }),
        },
        unmasked(signature, scope.firewall),
      );
      const others = Object.fromEntries(Object.entries(given).filter(([name]) => !isControl(name)));
      // Programs may choose only among the models that the application offers them.
      const offered =
        named === undefined
          ? scope
          : { ...scope, llmRegistry: scope.llmRegistry ?? noChosenModels };
      return await runChild(agent, { args: others, call, caller }, offered);
    },
    finish: async (answer, args, call, caller) => {
      const given = withControls(args);
      return await quoting(given, caller, async () => {
        const template = templateOf(controlsOf(given).template);
        return template === undefined ? answer : await template.fill(answer, call, caller);
      });
    },
    missingModel: (registry) => missingModel(llm, registry),
  };
}

interface Controls {
  readonly prompt: string;
  readonly signature: string;
  readonly llm: string | undefined;
  readonly template: string | undefined;
}

/**
 * Returns the arguments with the controls in their own spelling.
 * @throws WrongArguments for two spellings of one control
 */
function withControls(given: ToolArguments): ToolArguments {
  const names = Object.keys(given);
  if (!names.some((name) => name.includes("-") && isControl(hostFieldName(name)))) return given;
  const renamed = {};
  for (const name of names) {
    const spelled = hostFieldName(name);
    if (spelled !== name && isControl(spelled) && Object.hasOwn(given, spelled))
      throw new WrongArguments(`${name} and ${spelled} are one argument: pass one of them`);
    defineField(renamed, isControl(spelled) ? spelled : name, given[name]);
  }
  return renamed;
}

/**
 * Returns the result of `read`, whose errors quote the controls: their lines, names and literals. A
 * part of a firewalled value isn't recognized later, so no such error passes if a control contains
 * one.
 * @throws WrongArguments naming that control
 */
async function quoting<Result>(
  given: ToolArguments,
  { firewall }: MissionCaller,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    for (const name of controls) {
      const text = Object.hasOwn(given, name) ? given[name] : undefined;
      if (typeof text === "string" && firewall.maskValues(text) !== text)
        throw new WrongArguments(
          `${shownControl(name)}: it is wrong, and it contains a firewalled value; ${advice[name]}`,
        );
    }
    throw error;
  }
}

const advice = {
  prompt: "pass the value as an argument, and write {{name}}",
  signature: "pass a type",
  llm: "pass the name of a model",
  response_template: "compute with the value after the call",
} as const satisfies Record<(typeof controls)[number], string>;

function shownControl(name: string): string {
  return name.replace("_", "-");
}

/** @throws WrongArguments naming the argument, with an example */
function controlsOf(given: ToolArguments): Controls {
  const [prompt, signature, llm, template] = controls.map((name) => textArgument(given, name));
  if (prompt === undefined || prompt.trim() === "")
    throw new WrongArguments('prompt: expected a question, :prompt "Is … {{text}}"');
  return { prompt, signature: signatureText(signature), llm, template };
}

function textArgument(given: ToolArguments, name: string): string | undefined {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  const example = name === "signature" ? ', such as "{category :string, score :float}"' : "";
  throw new WrongArguments(`${shownControl(name)}: expected a string${example}`);
}

/** Returns the signature as text. A keyword such as `:bool` arrives as its name. */
function signatureText(given = ":string"): string {
  const signature = /^[a-z-]+$/.test(given) ? `:${given}` : given;
  const parsed = parseSignature(signature);
  if (parsed.ok) return signature;
  const { message, excerpt } = parsed.error;
  throw new WrongArguments(`signature: ${message}\n${excerpt}`);
}

/** @throws WrongArguments for a signature that contains values hidden from the model */
function unmasked(signature: string, firewall: Firewall | undefined): string {
  if (firewall === undefined || firewall.mask(signature) === signature) return signature;
  throw new WrongArguments("signature: it contains a firewalled value; pass a type");
}

function templateOf(template: string | undefined): ResponseTemplate | undefined {
  return template === undefined ? undefined : new ResponseTemplate("response-template", template);
}

function isControl(name: string): boolean {
  return (controls as readonly string[]).includes(name);
}
