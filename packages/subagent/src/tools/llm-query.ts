// The tool with which a program asks a model a question of its own.

import type { ToolArguments } from "@ptc/core/contracts";
import type { Firewall } from "@ptc/core/firewall";
import { parseSignature, type Field, type Type } from "@ptc/signature";
import { exposureNames, exposureOptions, type ToolExposure } from "../agent/expose-option.ts";
import { callBoundNames, callBounds, type CallBounds } from "../agent/call-bounds.ts";
import type { MissionTool } from "../agent/mission-tool.ts";
import { modelOptions, type ModelOptions } from "../agent/model-options.ts";
import { WrongArguments } from "../agent/wrong-arguments.ts";
import { runChild } from "../loop/mission-run.ts";
import { missingModel } from "../loop/missing-model.ts";
import type { ModelChoice } from "../model/resolve-model.ts";
import { isBoolean, knownOptions, optionalText, wholeNumber } from "../options/option-checks.ts";
import { escapeEnvelopes } from "../preview/data-envelope.ts";
import { askedOnce } from "./llm-tool.ts";
import { ResponseTemplate } from "./response-template.ts";

/** The options of the tool `llm-query`, by which a program asks a model anything. */
export interface LlmQueryOptions extends CallBounds, ToolExposure {
  /** Tells the calling model how to use the tool; the default does. */
  readonly description?: string;
  /** The model where a call names none; default: the model of the mission. */
  readonly llm?: ModelChoice;
  /** Whether an answer serves later calls with the same arguments; default false. */
  readonly cache?: boolean;
  /** How often the model may mend an answer that does not match; default 1. */
  readonly retryTurns?: number;
  /** Temperature, output tokens and the like. */
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
  "Asks a model that sees nothing but the prompt: to classify, judge, extract or write, where a program cannot compute it.",
  'Further arguments fill {{name}} in the prompt: (tool/llm-query {:prompt "Is this urgent? {{text}}" :signature "{urgent :bool}" :text (:body row)}). Put data there, not into the prompt.',
  "Without :signature it answers with a text. Ask for many rows with pmap.",
].join("\n  ");

/** What a call says of the question; every further argument is for the prompt. */
const controls = ["prompt", "signature", "llm", "response_template"] as const;

const text: Type = { kind: "string" };
const fields: readonly Field[] = controls.map((name) => ({
  name,
  type: text,
  optional: name !== "prompt",
  firewalled: false,
}));

/**
 * A tool for programs that ask a model: `tools: { "llm-query": llmQuery() }`. Each call takes one
 * request, or two, from the `maxModelCalls` of the mission, and no turn.
 * @throws OptionError
 */
export function llmQuery(options: LlmQueryOptions = {}): MissionTool {
  knownOptions(options, optionNames);
  const { cache = false, retryTurns = 1, llm } = options;
  wholeNumber("retryTurns", retryTurns, 0);
  modelOptions(options.modelOptions);
  return {
    description: optionalText("description", options.description) ?? description,
    signature:
      "(prompt :string, signature :string?, llm :string?, response_template :string?) -> :any",
    contract: {
      definitions: [],
      parameters: fields,
      output: { kind: "any" },
      // Checked here, so that further arguments are taken whatever the validation of the agent.
      input: undefined,
      answer: undefined,
    },
    cache: isBoolean("cache", cache),
    ...callBounds(options),
    ...exposureOptions(options),
    runMission: async (given, call, caller) => {
      const { prompt, signature, llm: named, template } = controlsOf(given);
      // A template that is wrong is told before a model is asked.
      await templateOf(template)?.check();
      const scope = caller.scopeOfModel(call, llm);
      // A program wrote both: what it may know, the model may not.
      const agent = askedOnce(
        {
          ...options,
          prompt: escapeEnvelopes(prompt, scope.firewall),
          ...(named === undefined ? {} : { llm: named }),
        },
        unmasked(signature, scope.firewall),
      );
      const args = Object.fromEntries(Object.entries(given).filter(([name]) => !isControl(name)));
      return await runChild(agent, { args, call, caller }, scope);
    },
    finish: async (answer, args, call, caller) => {
      const template = templateOf(controlsOf(args).template);
      return template === undefined ? answer : await template.fill(answer, call, caller);
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

/** @throws WrongArguments that names the argument and shows how it is written */
function controlsOf(given: ToolArguments): Controls {
  const [prompt, signature, llm, template] = controls.map((name) => textArgument(given, name));
  if (prompt === undefined || prompt.trim() === "")
    throw new WrongArguments('prompt: expected what is asked, :prompt "Is … {{text}}"');
  return { prompt, signature: signatureText(signature), llm, template };
}

function textArgument(given: ToolArguments, name: string): string | undefined {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  const example = name === "signature" ? ', such as "{category :string, score :float}"' : "";
  throw new WrongArguments(`${name.replace("_", "-")}: expected a text${example}`);
}

/** A keyword such as `:bool` arrives as its name. */
function signatureText(given = ":string"): string {
  const signature = /^[a-z-]+$/.test(given) ? `:${given}` : given;
  const parsed = parseSignature(signature);
  if (parsed.ok) return signature;
  const { message, excerpt } = parsed.error;
  throw new WrongArguments(`signature: ${message}\n${excerpt}`);
}

/** @throws WrongArguments for a signature that holds what the model may not see */
function unmasked(signature: string, firewall: Firewall | undefined): string {
  if (firewall === undefined || firewall.mask(signature) === signature) return signature;
  throw new WrongArguments("signature: it holds a firewalled value, give it a type");
}

function templateOf(template: string | undefined): ResponseTemplate | undefined {
  return template === undefined ? undefined : new ResponseTemplate("response-template", template);
}

function isControl(name: string): boolean {
  return (controls as readonly string[]).includes(name);
}
