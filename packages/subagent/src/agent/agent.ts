// What an agent is: a prompt, a typed answer, tools and bounds. Plain data; running it is another
// matter.

import { OptionError } from "@ptc/core/errors";
import { isStandardSchema, type Tool, type ToolFunction, type Tools } from "@ptc/core/contracts";
import { limitTable, type Limits } from "@ptc/lisp";
import type { ModelRequest, SamplingOptions } from "@ptc/llm";
import {
  parseSignature,
  type CheckedSignature,
  type Infer,
  type InferInput,
  type TypedSignature,
  type ValidationMode,
} from "@ptc/signature";
import type { ModelChoice } from "../model/resolve-model.ts";
import { retryPolicy, type RetryOptions, type RetryPolicy } from "../model/retry-policy.ts";
import { parseTemplate, type Template } from "../template/parse-template.ts";
import { formatOptions, type FormatOptions } from "./format-options.ts";
import {
  isBoolean,
  isRecord,
  knownOptions,
  namedTexts,
  oneOf,
  optionalRecord,
  optionalText,
  wholeNumber,
  wrongOption,
} from "../options/option-checks.ts";
import { planSteps, type PlanEntry, type PlanStep } from "./plan.ts";
import { contractOfSchemas, contractOfSignature, type ToolContract } from "./tool-contract.ts";

/** The system prompt in place of the one that is assembled, text around it, or a function of it. */
export type SystemPromptOption =
  string | { readonly prefix?: string; readonly suffix?: string } | ((assembled: string) => string);

/** What ends a mission, see `AgentOptions.completion`. */
export type Completion = "explicit" | "implicit";

/** What happens to memory that has grown too large, see `AgentOptions.memoryStrategy`. */
export type MemoryStrategy = "strict" | "rollback";

/** How the model is asked, besides the messages. */
export type ModelOptions = SamplingOptions & Pick<ModelRequest, "thinking" | "providerOptions">;

export interface AgentOptions<Text extends string = string> {
  /**
   * What is asked of the agent. `{{name}}` and `{{user.name}}` stand for values of the context,
   * `{{#items}}…{{/items}}` for a section of each element or of what is there,
   * `{{^items}}…{{/items}}` for one where nothing is, `\\{{` for the braces themselves.
   */
  readonly prompt: string;
  /**
   * The typed contract, `(limit :int) -> {count :int}`: what the context must hold and what the
   * answer is. Written as a literal it types both. Default: any value.
   */
  readonly signature?: CheckedSignature<Text>;
  readonly tools?: Tools;
  /** A short name, for traces and interfaces. */
  readonly name?: string;
  /** What the agent is for, where it is listed. */
  readonly description?: string;
  /** The model that is asked where the run names none. */
  readonly llm?: ModelChoice;
  /** Model answers for the work; default 5. */
  readonly maxTurns?: number;
  /**
   * Further answers, to return at last or to repair a returned value that does not fit; default 0.
   */
  readonly retryTurns?: number;
  /** Model answers in all; default 20. */
  readonly turnBudget?: number;
  /**
   * Milliseconds for the whole mission, waiting for models and tools included; default: without
   * end.
   */
  readonly missionTimeoutMs?: number;
  /**
   * What ends the mission. `explicit`: only `(return value)`. `implicit`: the value of the first
   * program that ends with one and fits the signature; nil and definitions are none where further
   * turns are left. Default: `implicit` with one turn, else `explicit`.
   */
  readonly completion?: Completion;
  /** Limits of each program. */
  readonly limits?: Partial<Limits>;
  /**
   * Whether time in tools, child agents among them, counts against `limits.timeoutMs`; default
   * false.
   */
  readonly chargeToolTime?: boolean;
  /** Bytes of what `def` keeps from turn to turn, about as JSON; default 16,777,216. */
  readonly memoryLimitBytes?: number;
  /**
   * Where memory grows beyond that: `strict` ends the mission with `memory_exceeded`, `rollback`
   * undoes the turn and tells the model. Default `strict`.
   */
  readonly memoryStrategy?: MemoryStrategy;
  /**
   * How the context, arguments and answers of tools, and the answer of the agent are held to their
   * signatures; default `enabled`.
   */
  readonly validation?: ValidationMode;
  /** What fields of the context mean, for the model. */
  readonly contextDescriptions?: Readonly<Record<string, string>>;
  /** What fields of the answer mean, for the model and on the step. */
  readonly fieldDescriptions?: Readonly<Record<string, string>>;
  /** How much of values and prints the model is shown. */
  readonly format?: Partial<FormatOptions>;
  /**
   * Invites the model to think in prose before its program; default false. What it thinks is not
   * kept in the conversation.
   */
  readonly thinking?: boolean;
  readonly systemPrompt?: SystemPromptOption;
  /** When a failed request to the model is sent again. */
  readonly llmRetry?: RetryOptions;
  /** Temperature, output tokens, thinking and the like, for each request. */
  readonly modelOptions?: ModelOptions;
  /**
   * The steps of the work; the model reports them with `(step-done "id" "summary")` and is shown
   * what is done.
   */
  readonly plan?: readonly PlanEntry[];
}

/**
 * A checked agent; make it with `defineAgent`. `Input` is what its context must hold, `Output` what
 * it answers.
 */
export interface Agent<Input = unknown, Output = unknown> {
  readonly prompt: string;
  readonly template: Template;
  readonly signature: TypedSignature<Input, Output>;
  /** Whether the signature was given, or is the default. */
  readonly hasSignature: boolean;
  readonly tools: ReadonlyMap<string, AgentTool>;
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly llm: ModelChoice | undefined;
  readonly maxTurns: number;
  readonly retryTurns: number;
  readonly turnBudget: number;
  readonly missionTimeoutMs: number | undefined;
  readonly completion: Completion;
  readonly limits: Partial<Limits>;
  readonly chargeToolTime: boolean;
  readonly memoryLimitBytes: number;
  readonly memoryStrategy: MemoryStrategy;
  readonly validation: ValidationMode;
  readonly contextDescriptions: ReadonlyMap<string, string>;
  readonly fieldDescriptions: ReadonlyMap<string, string>;
  readonly format: FormatOptions;
  readonly thinking: boolean;
  readonly systemPrompt: SystemPromptOption | undefined;
  readonly llmRetry: RetryPolicy;
  readonly modelOptions: ModelOptions;
  readonly plan: readonly PlanStep[];
}

/** A tool with its contract read. */
export interface AgentTool {
  readonly description: string | undefined;
  /** Its contract as text; absent without one, or where it is given by schemas. */
  readonly signature: string | undefined;
  /** Whether an answer serves later calls with the same arguments. */
  readonly cache: boolean;
  readonly execute: ToolFunction;
  readonly contract: ToolContract;
}

/** The names of `AgentOptions`. */
export const agentOptionNames = [
  "prompt",
  "signature",
  "tools",
  "name",
  "description",
  "llm",
  "maxTurns",
  "retryTurns",
  "turnBudget",
  "missionTimeoutMs",
  "completion",
  "limits",
  "chargeToolTime",
  "memoryLimitBytes",
  "memoryStrategy",
  "validation",
  "contextDescriptions",
  "fieldDescriptions",
  "format",
  "thinking",
  "systemPrompt",
  "llmRetry",
  "modelOptions",
  "plan",
] as const satisfies readonly (keyof AgentOptions)[];

/** What each of `ModelOptions` takes. */
const modelOptionKinds: Readonly<
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
  providerOptions: { expected: "options by provider", accepts: isRecord },
};

/** Names that `(tool/name)` cannot have: they end a program. */
export const reservedToolNames: ReadonlySet<string> = new Set(["return", "fail"]);

/**
 * Checks the options of an agent.
 * @throws OptionError naming the option, what it was given and what it takes
 */
export function defineAgent<const Text extends string = "() -> :any">(
  options: AgentOptions<Text>,
): Agent<InferInput<Text>, Infer<Text>> {
  knownOptions(options, agentOptionNames);
  const { prompt, maxTurns = 5, retryTurns = 0, missionTimeoutMs, modelOptions = {} } = options;
  if (typeof prompt !== "string" || prompt.trim() === "")
    throw wrongOption("prompt", "expected a text that says what is asked", prompt);
  if (
    missionTimeoutMs !== undefined &&
    !(
      typeof missionTimeoutMs === "number" &&
      missionTimeoutMs > 0 &&
      missionTimeoutMs <= longestTimer
    )
  )
    throw wrongOption(
      "missionTimeoutMs",
      `expected milliseconds above 0, at most ${String(longestTimer)}`,
      missionTimeoutMs,
    );
  const tools = optionalRecord("tools", options.tools, "tools by name") ?? {};
  return {
    prompt,
    template: templateOf(prompt),
    // The compiler has read the same text.
    signature: signatureOf("signature", options.signature ?? "() -> :any") as TypedSignature<
      InferInput<Text>,
      Infer<Text>
    >,
    hasSignature: options.signature !== undefined,
    tools: new Map(Object.entries(tools).map(([name, tool]) => [name, agentTool(name, tool)])),
    name: optionalText("name", options.name),
    description: optionalText("description", options.description),
    llm: options.llm,
    maxTurns: wholeNumber("maxTurns", maxTurns, 1),
    retryTurns: wholeNumber("retryTurns", retryTurns, 0),
    turnBudget: wholeNumber("turnBudget", options.turnBudget ?? 20, 1),
    missionTimeoutMs,
    completion: oneOf(
      "completion",
      options.completion ?? (maxTurns === 1 ? "implicit" : "explicit"),
      ["explicit", "implicit"],
    ),
    limits: limitsOf(options.limits),
    chargeToolTime: isBoolean("chargeToolTime", options.chargeToolTime ?? false),
    memoryLimitBytes: wholeNumber("memoryLimitBytes", options.memoryLimitBytes ?? 2 ** 24, 1),
    memoryStrategy: oneOf("memoryStrategy", options.memoryStrategy ?? "strict", [
      "strict",
      "rollback",
    ]),
    validation: oneOf("validation", options.validation ?? "enabled", [
      "enabled",
      "warn-only",
      "strict",
      "disabled",
    ]),
    contextDescriptions: namedTexts("contextDescriptions", options.contextDescriptions),
    fieldDescriptions: namedTexts("fieldDescriptions", options.fieldDescriptions),
    format: formatOptions(options.format),
    thinking: isBoolean("thinking", options.thinking ?? false),
    systemPrompt: systemPromptOf(options.systemPrompt),
    llmRetry: retryPolicy(options.llmRetry),
    modelOptions: modelOptionsOf(modelOptions),
    plan: planSteps(options.plan),
  };
}

/** @throws OptionError here, and not when the first program runs */
function limitsOf(given: Partial<Limits> = {}): Partial<Limits> {
  knownOptions(given, Object.keys(limitTable), "limits.");
  for (const [name, value] of Object.entries(given))
    if (!(typeof value === "number" && value > 0))
      throw wrongOption(`limits.${name}`, "expected a positive number", value);
  return given;
}

function modelOptionsOf(given: ModelOptions): ModelOptions {
  knownOptions(given, Object.keys(modelOptionKinds), "modelOptions.");
  for (const [name, { expected, accepts }] of Object.entries(modelOptionKinds)) {
    const value = given[name as keyof ModelOptions];
    if (value !== undefined && !accepts(value))
      throw wrongOption(`modelOptions.${name}`, `expected ${expected}`, value);
  }
  return given;
}

/** @throws OptionError for what `defineAgent` did not make */
export function checkedAgent<Input, Output>(agent: Agent<Input, Output>): Agent<Input, Output> {
  if (!isRecord(agent) || !Array.isArray(agent.template))
    throw wrongOption("agent", "expected what `defineAgent` answers, or a prompt", agent);
  return agent;
}

/** Timers of hosts do not wait longer. */
const longestTimer = 2 ** 31 - 1;

/** Why a tool cannot have a reserved name. */
export const reservedToolText = "is a form of the language: give the tool another name";

function agentTool(name: string, tool: Tool | ToolFunction): AgentTool {
  const option = `tools.${name}`;
  if (typeof tool !== "function" && !isRecord(tool))
    throw wrongOption(option, "expected a function, or an object with an `execute` function", tool);
  if (reservedToolNames.has(name)) throw new OptionError(option, reservedToolText);
  const {
    description,
    signature,
    inputSchema,
    outputSchema,
    cache = false,
    execute,
  } = typeof tool === "function" ? ({ execute: tool } as Tool) : tool;
  // What the types promise, a JavaScript caller may still break.
  if (typeof (execute as unknown) !== "function")
    throw wrongOption(option, "expected a function, or an object with an `execute` function", tool);
  if (signature !== undefined && (inputSchema !== undefined || outputSchema !== undefined))
    throw new OptionError(option, "takes a signature or schemas, not both");
  checkSchema(`${option}.inputSchema`, inputSchema);
  checkSchema(`${option}.outputSchema`, outputSchema);
  const contract =
    signature === undefined
      ? contractOfSchemas(tool as Tool)
      : contractOfSignature(signatureOf(`${option}.signature`, signature));
  return {
    description: optionalText(`${option}.description`, description),
    signature,
    cache: isBoolean(`${option}.cache`, cache),
    execute,
    contract,
  };
}

function checkSchema(option: string, schema: unknown): void {
  if (schema !== undefined && !isStandardSchema(schema))
    throw wrongOption(option, "expected a Standard Schema (zod, valibot, arktype…)", schema);
}

function signatureOf(option: string, text: string): TypedSignature {
  if (typeof (text as unknown) !== "string")
    throw wrongOption(option, "expected a text such as `(limit :int) -> {count :int}`", text);
  const parsed = parseSignature(text);
  if (parsed.ok) return parsed.signature;
  const { message, excerpt, hint } = parsed.error;
  throw new OptionError(
    option,
    [message, excerpt, ...(hint === undefined ? [] : [`hint: ${hint}`])].join("\n"),
  );
}

function templateOf(prompt: string): Template {
  const parsed = parseTemplate(prompt);
  if (!parsed.ok) throw new OptionError("prompt", parsed.message);
  return parsed.template;
}

function systemPromptOf(given: SystemPromptOption | undefined): SystemPromptOption | undefined {
  if (given === undefined || typeof given === "string" || typeof given === "function") return given;
  // A JavaScript caller may give anything.
  if (
    typeof (given as unknown) !== "object" ||
    (given as unknown) === null ||
    Object.entries(given).some(
      ([name, text]) =>
        !["prefix", "suffix"].includes(name) || typeof (text as unknown) !== "string",
    )
  ) {
    throw wrongOption(
      "systemPrompt",
      "expected a text, { prefix, suffix } with texts, or a function of the assembled prompt",
      given,
    );
  }
  return given;
}
