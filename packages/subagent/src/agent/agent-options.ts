// The options of an agent: one table that says of each what it means, what it takes, and what it is
// where it is left out. The types that users see, the names and the checks are read off the table.

import type { Tools } from "@ptc/core/contracts";
import { limitTable, type Limits } from "@ptc/lisp";
import type { CheckedSignature, ValidationMode } from "@ptc/signature";
import type { ModelChoice } from "../model/resolve-model.ts";
import { retryPolicy, type RetryOptions } from "../model/retry-policy.ts";
import {
  isBoolean,
  knownOptions,
  namedTexts,
  oneOf,
  optionalText,
  wholeNumber,
  wrongOption,
} from "../options/option-checks.ts";
import { agentTools } from "./agent-tool.ts";
import { formatOptions, type FormatOptions } from "./format-options.ts";
import { modelOptions, type ModelOptions } from "./model-options.ts";
import { planSteps, type PlanEntry } from "./plan.ts";
import { signatureOption } from "./signature-option.ts";
import { systemPromptOption, type SystemPromptOption } from "./system-prompt-option.ts";

/** What ends a mission, see `AgentOptions.completion`. */
export type Completion = "explicit" | "implicit";

/** What happens to memory that has grown too large, see `AgentOptions.memoryStrategy`. */
export type MemoryStrategy = "strict" | "rollback";

/** An option that takes `Given`, of which an agent keeps `Kept`. */
interface AgentOption<Given, Kept> {
  /**
   * What is kept of what is given, or of nothing; `others` are the options beside it.
   * @throws OptionError with the name and what is expected
   */
  readonly read: (
    given: Given | undefined,
    name: string,
    others: { readonly maxTurns?: number },
  ) => Kept;
}

function option<Given, Kept = Given>(
  read: AgentOption<Given, Kept>["read"],
): AgentOption<Given, Kept> {
  return { read };
}

/** The options in the order in which they are named and checked. */
const agentOptionTable = {
  /**
   * What is asked of the agent. `{{name}}` and `{{user.name}}` stand for values of the context,
   * `{{#items}}…{{/items}}` for a section of each element or of what is there,
   * `{{^items}}…{{/items}}` for one where nothing is, `\\{{` for the braces themselves.
   */
  prompt: option<string>((given, name) => {
    if (typeof given !== "string" || given.trim() === "")
      throw wrongOption(name, "expected a text that says what is asked", given);
    return given;
  }),
  /**
   * The typed contract, `(limit :int) -> {count :int}`: what the context must hold and what the
   * answer is. Written as a literal it types both. Default: any value.
   */
  signature: option((given: string | undefined, name) =>
    signatureOption(name, given ?? "() -> :any"),
  ),
  tools: option((given: Tools | undefined) => agentTools(given)),
  /** A short name, for traces and interfaces. */
  name: option<string, string | undefined>((given, name) => optionalText(name, given)),
  /** What the agent is for, where it is listed. */
  description: option<string, string | undefined>((given, name) => optionalText(name, given)),
  /** The model that is asked where the run names none. */
  llm: option<ModelChoice, ModelChoice | undefined>((given) => given),
  /** Model answers for the work; default 5. */
  maxTurns: option<number>((given = 5, name) => wholeNumber(name, given, 1)),
  /**
   * Further answers, to return at last or to repair a returned value that does not fit; default 0.
   */
  retryTurns: option<number>((given = 0, name) => wholeNumber(name, given, 0)),
  /** Model answers in all; default 20. */
  turnBudget: option<number>((given, name) => wholeNumber(name, given ?? 20, 1)),
  /**
   * Milliseconds for the whole mission, waiting for models and tools included; default: without
   * end.
   */
  missionTimeoutMs: option<number, number | undefined>((given, name) => {
    if (given !== undefined && !(typeof given === "number" && given > 0 && given <= longestTimer))
      throw wrongOption(
        name,
        `expected milliseconds above 0, at most ${String(longestTimer)}`,
        given,
      );
    return given;
  }),
  /**
   * What ends the mission. `explicit`: only `(return value)`. `implicit`: the value of the first
   * program that ends with one and fits the signature; nil and definitions are none where further
   * turns are left. Default: `implicit` with one turn, else `explicit`.
   */
  completion: option<Completion>((given, name, { maxTurns }) =>
    oneOf(name, given ?? (maxTurns === 1 ? "implicit" : "explicit"), ["explicit", "implicit"]),
  ),
  /** Limits of each program. */
  limits: option<Partial<Limits>>((given = {}, name) => {
    knownOptions(given, Object.keys(limitTable), `${name}.`);
    for (const [limit, value] of Object.entries(given))
      if (!(typeof value === "number" && value > 0))
        throw wrongOption(`${name}.${limit}`, "expected a positive number", value);
    return given;
  }),
  /**
   * Whether time in tools, child agents among them, counts against `limits.timeoutMs`; default
   * false.
   */
  chargeToolTime: option<boolean>((given, name) => isBoolean(name, given ?? false)),
  /** Bytes of what `def` keeps from turn to turn, about as JSON; default 16,777,216. */
  memoryLimitBytes: option<number>((given, name) => wholeNumber(name, given ?? 2 ** 24, 1)),
  /**
   * Where memory grows beyond that: `strict` ends the mission with `memory_exceeded`, `rollback`
   * undoes the turn and tells the model. Default `strict`.
   */
  memoryStrategy: option<MemoryStrategy>((given, name) =>
    oneOf(name, given ?? "strict", ["strict", "rollback"]),
  ),
  /**
   * How the context, arguments and answers of tools, and the answer of the agent are held to their
   * signatures; default `enabled`.
   */
  validation: option<ValidationMode>((given, name) =>
    oneOf(name, given ?? "enabled", ["enabled", "warn-only", "strict", "disabled"]),
  ),
  /** What fields of the context mean, for the model. */
  contextDescriptions: option((given: Readonly<Record<string, string>> | undefined, name) =>
    namedTexts(name, given),
  ),
  /** What fields of the answer mean, for the model and on the step. */
  fieldDescriptions: option((given: Readonly<Record<string, string>> | undefined, name) =>
    namedTexts(name, given),
  ),
  /** How much of values and prints the model is shown. */
  format: option((given: Partial<FormatOptions> | undefined) => formatOptions(given)),
  /**
   * Invites the model to think in prose before its program; default false. What it thinks is not
   * kept in the conversation.
   */
  thinking: option<boolean>((given, name) => isBoolean(name, given ?? false)),
  systemPrompt: option<SystemPromptOption, SystemPromptOption | undefined>((given) =>
    systemPromptOption(given),
  ),
  /** When a failed request to the model is sent again. */
  llmRetry: option((given: RetryOptions | undefined) => retryPolicy(given)),
  /** Temperature, output tokens, thinking and the like, for each request. */
  modelOptions: option<ModelOptions>((given) => modelOptions(given)),
  /**
   * The steps of the work; the model reports them with `(step-done "id" "summary")` and is shown
   * what is done.
   */
  plan: option((given: readonly PlanEntry[] | undefined) => planSteps(given)),
};

type AgentOptionTable = typeof agentOptionTable;

type GivenOptions = {
  readonly [Name in keyof AgentOptionTable]?: AgentOptionTable[Name] extends AgentOption<
    infer Given,
    unknown
  >
    ? Given
    : never;
};

export interface AgentOptions<Text extends string = string> extends GivenOptions {
  readonly prompt: string;
  readonly signature?: CheckedSignature<Text>;
}

/** What an agent keeps of its options. */
export type KeptOptions = {
  readonly [Name in keyof AgentOptionTable]: ReturnType<AgentOptionTable[Name]["read"]>;
};

/** The names of `AgentOptions`. */
export const agentOptionNames: readonly string[] = Object.keys(agentOptionTable);

/** @throws OptionError naming the option, what it was given and what it takes */
export function keptOptions(options: AgentOptions): KeptOptions {
  knownOptions(options, agentOptionNames);
  // The table pairs each name with its own check; a loop over the names cannot say so.
  return Object.fromEntries(
    Object.entries<AgentOption<never, unknown>>(agentOptionTable).map(([name, { read }]) => [
      name,
      read(options[name as keyof AgentOptions] as never, name, options),
    ]),
  ) as KeptOptions;
}

/** Timers of hosts do not wait longer. */
const longestTimer = 2 ** 31 - 1;
