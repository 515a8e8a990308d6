// The options of an agent, as one table in groups. It says of each option what it means, which
// values it takes, and its default. The types that users see, the list of names, the checks and the
// reference are derived from the table.

import type { StandardSchema } from "@ptc/core/contracts";
import { isStandardSchema } from "@ptc/core/internal/contracts";
import type { FirewallOptions } from "@ptc/core/firewall";
import { limitTable, type Limits } from "@ptc/lisp";
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
import { modelOptions, type ModelOptions } from "./model-options.ts";
import { planItems, type PlanEntry } from "./plan.ts";
import { signatureOption } from "./signature-option.ts";
import { systemPromptOption, type SystemPromptOption } from "./system-prompt-option.ts";

/** What ends a mission; see `AgentOptions.completion`. */
export type Completion = "explicit" | "implicit";

/** What happens when memory grows too large; see `AgentOptions.memoryStrategy`. */
export type MemoryStrategy = "strict" | "rollback";

/** What a mission does whose budget is used up; see `AgentOptions.onBudgetExceeded`. */
export type OnBudgetExceeded = "fail" | "return-partial";

/** Where a journal is shown; see `AgentOptions.missionLog`. */
export type MissionLogPlace = "system" | "user" | "none";

/** An option for which the user gives a `Given` and the agent keeps a `Kept`. */
export interface AgentOption<Given, Checked> {
  /**
   * Checks what was given (`undefined` when the option was left out) and answers what the agent
   * keeps. `others` are the other options that the user gave.
   * @throws OptionError with the option's name and what is expected
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

/** The options you need most. */
const mainGroup = {
  /**
   * What is asked of the agent. `{{name}}` and `{{user.name}}` are replaced by values of the
   * context. `{{#items}}…{{/items}}` is repeated for each element of a list, and appears once for
   * another value that is present. `{{^items}}…{{/items}}` appears only when the value is missing
   * or empty. `\\{{` is two plain braces. A file that it names is attached to the message.
   */
  prompt: option<string>((given, name) => {
    if (typeof given !== "string" || given.trim() === "")
      throw wrongOption(name, "expected a text that says what is asked", given);
    return given;
  }),
  /**
   * The typed contract, such as `(limit :int) -> {count :int}`: what the context must hold and what
   * the answer is. When it is written as a literal, TypeScript knows both types. Default: any
   * value.
   */
  signature: option((given: string | undefined, name, { output }) =>
    isStandardSchema(output)
      ? withAnswerType(name, given, output)
      : signatureOption(name, given ?? "() -> :any"),
  ),
  /**
   * In place of the signature's output, a Standard Schema of the answer: `z.object({ … })`. The
   * model is told its JSON Schema, where the library has one: bounds, patterns, unions and
   * descriptions. The answer is what the schema makes of what the model gave.
   */
  output: option<StandardSchema, AnswerSchema | undefined>((given, name) =>
    answerSchema(name, given),
  ),
  /** Functions, tools, agents (`asTool`) and models (`llmTool`, `llmQuery`) by name. */
  tools: option((given: AgentTools<never> | undefined, _name, { signature }) =>
    agentTools(given, signature),
  ),
  /**
   * The type of what runs are given as `deps`: `depsOf<{ db: Database }>()`. Default: anything, or
   * nothing.
   */
  depsType: option<DepsType, DepsType | undefined>((given, name) =>
    optionalRecord(name, given, "what `depsOf` answers"),
  ),
  /** The model that is asked when the run names none. */
  llm: option<ModelChoice, ModelChoice | undefined>((given) => given),
  /**
   * How the model answers. `program`: it writes a program in the text of its answer, which any
   * model can. `program-call`: it hands programs over in calls of the one native tool `lisp_eval`.
   * `text`: it answers by itself, with a text where the signature asks for one (`:string`, `:any`,
   * or no signature) and with JSON otherwise, and calls the tools natively. `combined`: it calls
   * tools natively, runs programs with `lisp_eval` where that is better, and answers as in `text`.
   * All but `program`, and `text` without tools, need a model that calls tools natively. Default
   * `program`.
   */
  mode: option<ModeName>((given = defaultMode, name) => oneOf(name, given, modeNames)),
  /** How many answers the model may use for the work itself; default 5. */
  maxTurns: option<number>((given = 5, name) => wholeNumber(name, given, 1)),
  /**
   * How many further answers the model gets after those, to return a value at last or to repair a
   * returned value that does not match the signature; default 0.
   */
  retryTurns: option<number>((given = 0, name) => wholeNumber(name, given, 0)),
  /**
   * How many requests may be sent to models, by this mission and those below it; those that are
   * sent again count too. Default 100.
   */
  maxModelCalls: option<number>((given, name) => wholeNumber(name, given ?? 100, 1)),
  /**
   * What this mission and those below it may cost, in the unit in which the option `price` of the
   * run counts. Default: no limit.
   */
  maxCost: option<number, number | undefined>((given, name) => {
    if (given !== undefined && !(typeof given === "number" && given > 0 && given < Infinity))
      throw wrongOption(name, "expected a number above 0", given);
    return given;
  }),
  /**
   * Milliseconds for the whole mission, including the time spent waiting for models and tools;
   * default: no limit.
   */
  missionTimeoutMs: option<number, number | undefined>((given, name) =>
    given === undefined ? undefined : timerMilliseconds(name, given),
  ),
  /** Limits of each program. */
  limits: option<Partial<Limits>>((given = {}, name) => {
    knownOptions(given, Object.keys(limitTable), `${name}.`);
    for (const [limit, value] of Object.entries(given))
      if (!(typeof value === "number" && value > 0))
        throw wrongOption(`${name}.${limit}`, "expected a positive number", value);
    return given;
  }),
  /** Tells the model what the fields of the context mean. */
  contextDescriptions: option((given: Readonly<Record<string, string>> | undefined, name) =>
    namedTexts(name, given),
  ),
  /**
   * A text in place of the assembled system prompt, `{ prefix, suffix }` around it, or a function
   * that is given it and the `deps` of the run. Default: the assembled one.
   */
  systemPrompt: option<SystemPromptOption<never>, SystemPromptOption | undefined>((given) =>
    systemPromptOption(given),
  ),
};

/** Names for traces and interfaces. */
const identityGroup = {
  /** A short name, for traces and interfaces. */
  name: option<string, string | undefined>((given, name) => optionalText(name, given)),
  /** What the agent is for; shown where agents are listed. */
  description: option<string, string | undefined>((given, name) => optionalText(name, given)),
};

/** Bounds of a mission together with its child missions. */
const budgetGroup = {
  /**
   * How many answers the models may give altogether, in this mission and in those of agents that
   * are its tools; default 20.
   */
  turnBudget: option<number>((given, name) => wholeNumber(name, given ?? 20, 1)),
  /**
   * How many tokens, input and output together, this mission and those below it may use. A request
   * sets aside an estimate of its input, and `modelOptions.maxOutputTokens`, or else 4,000 tokens,
   * of output, to which the model is held; it is not sent where that is not left. Where a model
   * does not count, an estimate does. Default: no limit.
   */
  maxTokens: option<number, number | undefined>((given, name) =>
    given === undefined ? undefined : wholeNumber(name, given, 1),
  ),
  /**
   * How many calls of tools this mission and those below it may make over all turns; those that are
   * made again count too, answers that were kept and calls with wrong arguments do not. Beyond it a
   * call fails, and the second program that fails by it ends the mission with
   * `tool_calls_exceeded`. Default 10,000, which is also what `limits.toolCalls` lets one program
   * make.
   */
  maxToolCalls: option<number>((given, name) =>
    wholeNumber(name, given ?? limitTable.toolCalls.default, 1),
  ),
  /** How many levels of agents may run below this one; default 3. */
  maxDepth: option<number>((given, name) => wholeNumber(name, given ?? 3, 0)),
  /**
   * What becomes of the mission when `maxModelCalls`, `maxTokens`, `maxCost`, `turnBudget` or the
   * option `budget` of the run ends it. `fail`: it fails. `return-partial`: it answers with the
   * value of its last program, where that fits the signature, and `step.partial` says why. Default
   * `fail`.
   */
  onBudgetExceeded: option<OnBudgetExceeded>((given = "fail", name) =>
    oneOf(name, given, ["fail", "return-partial"]),
  ),
};

/** How tools are called. */
const toolCallGroup = {
  /**
   * How many calls of tools this mission makes at once; further ones, as `pmap` makes them, wait
   * for their turn in order, which does not count as time. Missions below it have a bound of their
   * own, and a tool may have a lower one, its own `concurrency`. Default 50.
   */
  concurrency: option<number>((given, name) => wholeNumber(name, given ?? 50, 1)),
  /**
   * How many milliseconds a call of a function may take whose tool has no `timeoutMs` of its own.
   * One that takes longer fails, and its `signal` aborts. Agents and models as tools are bounded by
   * their own options. Default: no limit.
   */
  toolTimeoutMs: option<number, number | undefined>((given, name) =>
    given === undefined ? undefined : timerMilliseconds(name, given),
  ),
  /**
   * Whether the time spent in tools, including child agents, counts against `limits.timeoutMs`;
   * default false.
   */
  chargeToolTime: option<boolean>((given, name) => isBoolean(name, given ?? false)),
};

/** Bounds of the memory between turns. */
const memoryGroup = {
  /**
   * How many bytes `def` may keep from turn to turn, measured roughly as JSON; default 16,777,216.
   */
  memoryLimitBytes: option<number>((given, name) => wholeNumber(name, given ?? 2 ** 24, 1)),
  /**
   * What happens when memory grows beyond `memoryLimitBytes`: `strict` ends the mission with
   * `memory_exceeded`; `rollback` undoes the turn and tells the model. Default `strict`.
   */
  memoryStrategy: option<MemoryStrategy>((given, name) =>
    oneOf(name, given ?? "strict", ["strict", "rollback"]),
  ),
};

/** What the model sees besides the task. */
const promptGroup = {
  /** What the fields of the answer mean. The model is told, and the step repeats it. */
  fieldDescriptions: option((given: Readonly<Record<string, string>> | undefined, name) =>
    namedTexts(name, given),
  ),
  /** How much of values and printed texts the model is shown. */
  format: option((given: Partial<FormatOptions> | undefined) => formatOptions(given)),
  /**
   * Invites the model to think in prose before it writes its program; default false. That prose is
   * not kept in the conversation.
   */
  thinking: option<boolean>((given, name) => isBoolean(name, given ?? false)),
  /**
   * The plan: its items are the parts of the work. The model reports an item as done with
   * `(step-done "id" "summary")`, and is shown which ones are done.
   */
  plan: option((given: readonly PlanEntry[] | undefined) => planItems(given)),
  /**
   * Where the model is shown what the journal held when the mission began: in the system prompt, in
   * the first message of the user, or nowhere; default `system`. What tasks keep during the mission
   * is told after each turn.
   */
  missionLog: option<MissionLogPlace>((given = "system", name) =>
    oneOf(name, given, ["system", "user", "none"]),
  ),
  /**
   * Shortens the conversation of a long mission: the oldest turns are left out, and a note says
   * what of them still holds. `true`: when there are 8 turns, all but the latest 3 are. Without
   * effect where `maxTurns` is 1. Default false.
   */
  compaction: option<boolean | CompactionOptions, Compaction | undefined>((given, name) =>
    compactionOption(name, given),
  ),
};

/** How requests are sent to the model. */
const requestGroup = {
  /** Temperature, output tokens, thinking and the like, for each request. */
  modelOptions: option<ModelOptions>((given) => modelOptions(given)),
  /** When a failed request to the model is sent again. */
  llmRetry: option((given: RetryOptions | undefined) => retryPolicy(given)),
};

/** When an answer ends the mission, and how data is checked. */
const checkGroup = {
  /**
   * What ends the mission. `explicit`: only `(return value)` does. `implicit`: the value of the
   * first program whose value matches the signature does too; while further turns are left, nil and
   * definitions do not count as values. Default: `implicit` when `maxTurns` is 1, else `explicit`.
   */
  completion: option<Completion>((given, name, { maxTurns }) =>
    oneOf(name, given ?? (maxTurns === 1 ? "implicit" : "explicit"), ["explicit", "implicit"]),
  ),
  /**
   * How strictly the context, the arguments and answers of tools, and the agent's answer are
   * checked against their signatures; default `enabled`.
   */
  validation: option<ValidationMode>((given, name) =>
    oneOf(name, given ?? "enabled", ["enabled", "warn-only", "strict", "disabled"]),
  ),
  /**
   * What the model may see of fields whose name starts with `_`: `allow` names those that are not
   * hidden. Programs cannot change it. Default: all of them are hidden.
   */
  firewall: option((given: FirewallOptions | undefined, name) => firewallOption(name, given)),
};

/**
 * The options by group, in the order of documents and checks. The reference lists them with their
 * doc comments.
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
