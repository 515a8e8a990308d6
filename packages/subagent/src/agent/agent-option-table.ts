// The table of agent options, in groups. Documents, checks and gives the default of each option.
// The public types, the list of names, the checks and the reference page are derived from this
// table.

import type { StandardSchema } from "@ptc/core/contracts";
import { isStandardSchema } from "@ptc/core/internal/contracts";
import type { FirewallOptions } from "@ptc/core/firewall";
import { limitTable, type Libraries, type Limits, type Policy } from "@ptc/lisp";
import type { ValidationMode } from "@ptc/signature";
import { defaultMode, modeNames, type ModeName } from "../mode-traits/mode-table.ts";
import type { ModelChoice } from "../model/resolve-model.ts";
import { retryPolicy, type RetryOptions } from "../model/retry-policy.ts";
import {
  isBoolean,
  knownOptions,
  namedTexts,
  oneOf,
  optionalRecord,
  optionalText,
  timerMilliseconds,
  wholeNumber,
  wrongOption,
} from "../options/option-checks.ts";
import { agentTools } from "./agent-tool.ts";
import type { AgentTools } from "./mission-tool.ts";
import { answerSchema, withAnswerType, type AnswerSchema } from "./answer-schema.ts";
import { compactionOption, type Compaction, type CompactionOptions } from "./compaction-option.ts";
import type { DepsType } from "./deps.ts";
import { firewallOption } from "./firewall-option.ts";
import { formatOptions, type FormatOptions } from "./format-options.ts";
import { librariesOption } from "./libraries-option.ts";
import { modelOptions, type ModelOptions } from "./model-options.ts";
import { planItems, type PlanEntry } from "./plan.ts";
import {
  policyOption,
  provenanceOption,
  type AgentPolicies,
  type AgentProvenance,
} from "./policy-option.ts";
import { signatureOption } from "./signature-option.ts";
import { systemPromptOption, type SystemPromptOption } from "./system-prompt-option.ts";

/** The condition that ends a mission; see `AgentOptions.completion`. */
export type Completion = "explicit" | "implicit";

/** The reaction to memory above its limit; see `AgentOptions.memoryStrategy`. */
export type MemoryStrategy = "strict" | "rollback";

/** The result of a mission without budget left; see `AgentOptions.onBudgetExceeded`. */
export type OnBudgetExceeded = "fail" | "return-partial";

/** Where the journal appears in the prompt; see `AgentOptions.missionLog`. */
export type MissionLogPlace = "system" | "user" | "none";

/** An option. `Given` is the type that users pass, `Checked` the type that the agent stores. */
export interface AgentOption<Given, Checked> {
  /**
   * Checks the given value (`undefined` if omitted) and returns the value that the agent stores.
   * `others` are the other options that the user gave.
   * @throws OptionError with the option's name and the expected value
   */
  readonly read: (
    given: Given | undefined,
    name: string,
    others: {
      readonly maxTurns?: number;
      readonly signature?: string;
      readonly output?: StandardSchema;
    },
  ) => Checked;
}

function option<Given, Checked = Given>(
  read: AgentOption<Given, Checked>["read"],
): AgentOption<Given, Checked> {
  return { read };
}

/** The options that you need most often. */
const mainGroup = {
  /**
   * The mission, as a text. `{{name}}` and `{{user.name}}` are replaced by values of the context.
   * `{{#items}}…{{/items}}` is repeated for each element of a list, and shown once for any other
   * value that is present. `{{^items}}…{{/items}}` is shown only if the value is missing or empty.
   * Write `\\{{` for two literal braces. Files that the prompt names are attached to the message.
   */
  prompt: option<string>((given, name) => {
    if (typeof given !== "string" || given.trim() === "")
      throw wrongOption(name, "expected a string that says what to do", given);
    return given;
  }),
  /**
   * The typed contract of the context and the answer, such as `(limit :int) -> {count :int}`.
   * TypeScript derives both types if you write it as a literal. Default: any value.
   */
  signature: option((given: string | undefined, name, { output }) =>
    isStandardSchema(output)
      ? withAnswerType(name, given, output)
      : signatureOption(name, given ?? "() -> :any"),
  ),
  /**
   * A Standard Schema of the answer, such as `z.object({ … })`, instead of the output in the
   * signature. If the library can export JSON Schema, the model sees it with bounds, patterns,
   * unions and descriptions. The agent returns the output of the schema, including its transforms.
   */
  output: option<StandardSchema, AnswerSchema | undefined>((given, name) =>
    answerSchema(name, given),
  ),
  /** Functions, tools, agents (`asTool`) and models (`llmTool`, `llmQuery`), by name. */
  tools: option((given: AgentTools<never> | undefined, _name, { signature }) =>
    agentTools(given, signature),
  ),
  /**
   * Functions that programs can require: the result of `await createLibraries({ … })`. The prompt
   * lists them with the first lines of their docstrings. Child agents don't inherit them. Default:
   * no libraries.
   */
  libraries: option<Libraries, Libraries | undefined>((given, name) =>
    librariesOption(name, given),
  ),
  /**
   * The type of the `deps` that you pass to each run: `depsOf<{ db: Database }>()`. Default:
   * `deps` are optional and of any type.
   */
  depsType: option<DepsType, DepsType | undefined>((given, name) =>
    optionalRecord(name, given, "the result of `depsOf`"),
  ),
  /** The model to use if the run doesn't specify one. */
  llm: option<ModelChoice, ModelChoice | undefined>((given) => given),
  /**
   * How the model works and answers. In `program`, it writes a program in the text of its
   * response; this works with any model. In `program-call`, it passes programs to the only native
   * tool, `lisp_eval`. In `text`, it answers without programs and calls the tools natively. Its
   * answer is text if the signature asks for text (`:string`, `:any`, or no signature), and JSON
   * otherwise. In `combined`, it calls tools natively, runs programs with `lisp_eval` where that
   * is better, and answers as in `text`. All modes but `program`, and `text` without tools, need a
   * model that supports native tool calls. Default: `program`.
   */
  mode: option<ModeName>((given = defaultMode, name) => oneOf(name, given, modeNames)),
  /** The number of turns (model responses) for the work itself; default 5. */
  maxTurns: option<number>((given = 5, name) => wholeNumber(name, given, 1)),
  /**
   * Extra turns after `maxTurns` in which the model can still return a value, or correct a value
   * that doesn't match the signature; default 0.
   */
  retryTurns: option<number>((given = 0, name) => wholeNumber(name, given, 0)),
  /**
   * The maximum number of model requests of this mission and its child missions, including
   * retries. Default: 100.
   */
  maxModelCalls: option<number>((given, name) => wholeNumber(name, given ?? 100, 1)),
  /**
   * The maximum cost of this mission and its child missions, in the unit of the run option
   * `price`. Default: no limit.
   */
  maxCost: option<number, number | undefined>((given, name) => {
    if (given !== undefined && !(typeof given === "number" && given > 0 && given < Infinity))
      throw wrongOption(name, "expected a number above 0", given);
    return given;
  }),
  /**
   * The time limit of the whole mission in milliseconds, including waits for models and tools.
   * Default: 14,400,000, which is four hours.
   */
  missionTimeoutMs: option<number, number | undefined>((given, name) =>
    given === undefined ? undefined : timerMilliseconds(name, given),
  ),
  /** Limits for each program, such as `timeoutMs` and `toolCalls`. */
  limits: option<Partial<Limits>>((given = {}, name) => {
    knownOptions(given, Object.keys(limitTable), `${name}.`);
    for (const [limit, value] of Object.entries(given))
      if (!(typeof value === "number" && value > 0))
        throw wrongOption(`${name}.${limit}`, "expected a positive number", value);
    return given;
  }),
  /** Describes the fields of the context to the model. */
  contextDescriptions: option((given: Readonly<Record<string, string>> | undefined, name) =>
    namedTexts(name, given),
  ),
  /**
   * Changes the assembled system prompt. A text replaces it, and `{ prefix, suffix }` adds text
   * around it. A function receives it with the `deps` of the run and returns another. Default: the
   * assembled prompt.
   */
  systemPrompt: option<SystemPromptOption<never>, SystemPromptOption | undefined>((given) =>
    systemPromptOption(given),
  ),
};

/** Names for traces and user interfaces. */
const identityGroup = {
  /** A short name for traces and user interfaces. */
  name: option<string, string | undefined>((given, name) => optionalText(name, given)),
  /** The purpose of the agent, for lists of agents. */
  description: option<string, string | undefined>((given, name) => optionalText(name, given)),
};

/** Limits for a mission together with its child missions. */
const budgetGroup = {
  /** The total number of turns in this mission and its child missions; default 20. */
  turnBudget: option<number>((given, name) => wholeNumber(name, given ?? 20, 1)),
  /**
   * The maximum number of tokens, input plus output, of this mission and its child missions. Each
   * request reserves its estimated input plus `modelOptions.maxOutputTokens` (or 4,000 tokens) of
   * output, and the model can't write more than that. If too few tokens are left, the request
   * isn't sent. If the model doesn't report usage, an estimate counts. Default: no limit.
   */
  maxTokens: option<number, number | undefined>((given, name) =>
    given === undefined ? undefined : wholeNumber(name, given, 1),
  ),
  /**
   * The maximum number of tool calls of this mission and its child missions, over all turns.
   * Retries count; cached results and calls with wrong arguments don't. Calls beyond the limit
   * fail, and the second program that fails because of it ends the mission with
   * `tool_calls_exceeded`. Default: 10,000, the same as the default of `limits.toolCalls` for one
   * program.
   */
  maxToolCalls: option<number>((given, name) =>
    wholeNumber(name, given ?? limitTable.toolCalls.default, 1),
  ),
  /** The maximum number of levels of child agents below this one; default 3. */
  maxDepth: option<number>((given, name) => wholeNumber(name, given ?? 3, 0)),
  /**
   * The result if `maxModelCalls`, `maxTokens`, `maxCost`, `turnBudget` or the run option `budget`
   * ends the mission. With `fail`, the mission fails. With `return-partial`, it returns the value
   * of its last program if that matches the signature, and `step.partial` gives the reason.
   * Default: `fail`.
   */
  onBudgetExceeded: option<OnBudgetExceeded>((given = "fail", name) =>
    oneOf(name, given, ["fail", "return-partial"]),
  ),
};

/** Limits for the tool calls of a mission. */
const toolCallGroup = {
  /**
   * The maximum number of tool calls of this mission that run at the same time. More calls, for
   * example from `pmap`, wait in order, and this wait doesn't count against the time limit of the
   * call. Child missions have their own limit, and a tool can have a lower one (its own
   * `concurrency`). Default: 50.
   */
  concurrency: option<number>((given, name) => wholeNumber(name, given ?? 50, 1)),
  /**
   * The time limit for each call of a function tool without its own `timeoutMs`, in milliseconds.
   * A call that takes longer fails, and its `signal` is aborted. Agents and models used as tools
   * are limited by their own options. Default: no limit.
   */
  toolTimeoutMs: option<number, number | undefined>((given, name) =>
    given === undefined ? undefined : timerMilliseconds(name, given),
  ),
  /**
   * True to count the time spent in tools and child agents against `limits.timeoutMs`; default
   * false.
   */
  chargeToolTime: option<boolean>((given, name) => isBoolean(name, given ?? false)),
};

/** Limits for the memory between turns. */
const memoryGroup = {
  /**
   * The maximum size of the `def` values stored between turns, in bytes, measured roughly as JSON;
   * default 16,777,216.
   */
  memoryLimitBytes: option<number>((given, name) => wholeNumber(name, given ?? 2 ** 24, 1)),
  /**
   * The reaction when memory exceeds `memoryLimitBytes`. With `strict`, the mission ends with
   * `memory_exceeded`. With `rollback`, the changes of the turn are undone and the model is
   * informed. Default: `strict`.
   */
  memoryStrategy: option<MemoryStrategy>((given, name) =>
    oneOf(name, given ?? "strict", ["strict", "rollback"]),
  ),
};

/** Prompt content in addition to the mission. */
const promptGroup = {
  /**
   * Describes the fields of the answer. The model sees the descriptions, and the step includes
   * them.
   */
  fieldDescriptions: option((given: Readonly<Record<string, string>> | undefined, name) =>
    namedTexts(name, given),
  ),
  /** Limits for the values and printed text that the model sees. */
  format: option((given: Partial<FormatOptions> | undefined) => formatOptions(given)),
  /**
   * True to ask the model to think in prose before it writes its program. That prose isn't stored
   * in the conversation. Default: false.
   */
  thinking: option<boolean>((given, name) => isBoolean(name, given ?? false)),
  /**
   * The plan, a list of work items. The model reports an item as done with
   * `(step-done "id" "summary")`, and sees which items are done.
   */
  plan: option((given: readonly PlanEntry[] | undefined) => planItems(given)),
  /**
   * Where the model sees the journal entries from before the mission: in the system prompt, in the
   * first user message, or nowhere. It sees entries stored during the mission after each turn.
   * Default: `system`.
   */
  missionLog: option<MissionLogPlace>((given = "system", name) =>
    oneOf(name, given, ["system", "user", "none"]),
  ),
  /**
   * Shortens the conversation of a long mission: a note with the facts that still apply replaces
   * the oldest turns. `true` means: at 8 turns, keep only the latest 3. Has no effect if
   * `maxTurns` is 1. Default: false.
   */
  compaction: option<boolean | CompactionOptions, Compaction | undefined>((given, name) =>
    compactionOption(name, given),
  ),
};

/** How requests are sent to the model. */
const requestGroup = {
  /** Temperature, maximum output tokens, thinking and similar settings for each request. */
  modelOptions: option<ModelOptions>((given) => modelOptions(given)),
  /** When to retry failed model requests. */
  llmRetry: option((given: RetryOptions | undefined) => retryPolicy(given)),
};

/** When the mission ends, and how data is checked. */
const checkGroup = {
  /**
   * The condition that ends the mission. With `explicit`, only `(return value)` ends it. With
   * `implicit`, the first program whose value matches the signature ends it too; while turns are
   * left, `nil` and definitions don't count as values. Default: `implicit` if `maxTurns` is 1,
   * otherwise `explicit`.
   */
  completion: option<Completion>((given, name, { maxTurns }) =>
    oneOf(name, given ?? (maxTurns === 1 ? "implicit" : "explicit"), ["explicit", "implicit"]),
  ),
  /**
   * How strictly the context, tool arguments, tool results and the agent's answer are checked
   * against their signatures; default `enabled`.
   */
  validation: option<ValidationMode>((given, name) =>
    oneOf(name, given ?? "enabled", ["enabled", "warn-only", "strict", "disabled"]),
  ),
  /**
   * Which calls of tools may be made: rules, of which the first one that matches decides, or a
   * function. It applies to programs, native calls and child agents, which can only narrow it. A
   * call that no rule matches is allowed if its tool declares `effect: "read"`, and otherwise waits
   * for a decision. The policy of a run narrows that of the agent. Default: no policy.
   */
  policy: option<Policy, AgentPolicies>((given, name) => policyOption(name, given)),
  /**
   * Needed for rules with `origin` or `private`. An argument counts as coming from everything that
   * the mission has read, because an agent doesn't follow single values. With `true`, arguments
   * whose whole value occurs in a trusted text are excepted: the prompt, the context and answers of
   * tools with `trust: "trusted"`. `"strict"` excepts none. Default: false.
   */
  provenance: option<AgentProvenance>((given, name) => provenanceOption(name, given)),
  /**
   * True to return the answer as plain JSON, as `toJson` writes it: instants and integers beyond
   * 2^53 as text, sets as lists. The type of the answer is still that of the signature. A program
   * that calls the agent as a tool gets the answer itself. Default: false.
   */
  json: option<boolean>((given, name) => isBoolean(name, given ?? false)),
  /**
   * Which fields whose names start with `_` the model may see: those that `allow` lists. Programs
   * can't change this. Default: all of them are hidden.
   */
  firewall: option((given: FirewallOptions | undefined, name) => firewallOption(name, given)),
};

/**
 * The options by group, in the order of the reference page and the checks. The reference page
 * includes their doc comments.
 */
export const agentOptionGroups = {
  main: mainGroup,
  identity: identityGroup,
  budget: budgetGroup,
  toolCall: toolCallGroup,
  memory: memoryGroup,
  prompt: promptGroup,
  request: requestGroup,
  check: checkGroup,
};

export const agentOptionTable = {
  ...mainGroup,
  ...identityGroup,
  ...budgetGroup,
  ...toolCallGroup,
  ...memoryGroup,
  ...promptGroup,
  ...requestGroup,
  ...checkGroup,
};
