// Prepares missions for `run`, `runOrThrow` and `runEvents`. Takes an agent, or a prompt with the
// options of an agent, and the options of the mission.

import { presentFields } from "@ptc/llm/adapter";
import type { CheckedSignature, InferInput } from "@ptc/signature";
import type { Fail } from "@ptc/core/contracts";
import {
  agentOptionNames,
  overrideNames,
  type AgentOptions,
  type AgentOverrides,
} from "../agent/agent-options.ts";
import { reservedToolNames } from "../agent/agent-tool.ts";
import {
  checkedAgent,
  defineAgent,
  overriddenAgent,
  type Agent,
  type AnyAgent,
  type PromisedAnswer,
} from "../agent/agent.ts";
import type { DepsOption } from "../agent/deps.ts";
import type { StepOfMission } from "../agent/tool-answer.ts";
import type { AgentTools } from "../agent/mission-tool.ts";
import type { SystemPromptOption } from "../agent/system-prompt-option.ts";
import { scopeAfterFail } from "../bounds/fail-firewalls.ts";
import { rootScope, type MissionScope } from "../bounds/mission-scope.ts";
import { chainedContext } from "../chain/chained-context.ts";
import type { ContextOption } from "../chain/context-option.ts";
import {
  missionOptionNames,
  missionOptions,
  type GivenMissionOptions,
  type MissionOptions,
  type ResolvedMissionOptions,
} from "../loop/mission-options.ts";
import { MissionRun } from "../loop/mission-run.ts";
import { knownOptions } from "../options/option-checks.ts";
import type { MissionStep } from "../step/step.ts";
import type { PreparedMission } from "../waiting/prepared-mission.ts";
import { runPrepared } from "../waiting/run-prepared.ts";

/** The options of a mission that runs with a prompt instead of an agent. */
export type PromptOptions<
  Text extends string,
  Deps = unknown,
  Answer = unknown,
> = UncontextedPromptOptions<Text, Deps, Answer> & ContextOption<InferInput<Text>>;

/** The same options without `context`. */
export type UncontextedPromptOptions<Text extends string, Deps, Answer> = Omit<
  AgentOptions<Text, unknown, Answer>,
  "prompt" | "signature" | "depsType" | "tools" | "systemPrompt"
> & {
  /** The typed contract, such as `(limit :int) -> {count :int}`. Default: any value. */
  readonly signature?: CheckedSignature<Text>;
  /** Functions, tools, agents (`asTool`) and models (`llmTool`, `llmQuery`) by name. */
  readonly tools?: AgentTools<NoInfer<Deps>>;
  /**
   * A text that replaces the assembled system prompt, texts to put around it, or a function that
   * changes it.
   */
  readonly systemPrompt?: SystemPromptOption<NoInfer<Deps>>;
  /** The value that the run's tools receive in their context as `deps`. */
  readonly deps?: Deps;
} & MissionOptions;

/**
 * The options of a mission that runs with an agent: those of the mission, and agent options that
 * this run overrides. `tools` adds tools, and replaces those with the same name.
 */
export type AgentRunOptions<Input = unknown, Deps = unknown> = UncontextedRunOptions<Deps> &
  ContextOption<Input>;

/** The same options without `context`. */
export type UncontextedRunOptions<Deps> = MissionOptions & DepsOption<Deps> & AgentOverrides<Deps>;

/** The options for an agent or a prompt. */
export type RunOptions<Given, Text extends string, Deps, Answer = unknown> = [Given] extends [
  Agent<infer Input, unknown, infer Needed>,
]
  ? AgentRunOptions<Input, Needed>
  : PromptOptions<Text, Deps, Answer>;

/** The answer of a mission that runs with an agent, or with a prompt and this signature. */
export type AnswerOfRun<Given, Text extends string, Answer = never> = [Given] extends [
  Agent<unknown, infer Output, never>,
]
  ? Output
  : PromisedAnswer<Text, Answer>;

/**
 * An agent that can run without options, because every input and its `deps` are optional. It needs
 * its own `llm`. Otherwise `never`.
 */
export type AgentWithoutInput<Given> = [Given] extends [Agent<infer Input, unknown, infer Needed>]
  ? Partial<AgentRunOptions<Input, Needed>> extends AgentRunOptions<Input, Needed>
    ? Given
    : never
  : never;

/** Changes the options of the mission before it begins. */
export type OptionsChange = (options: ResolvedMissionOptions) => ResolvedMissionOptions;

/** How to start a mission, besides its options. */
export interface StartOptions {
  readonly change?: OptionsChange;
  /** The step that the mission is chained onto. */
  readonly step?: StepOfMission;
  readonly scope?: MissionScope;
}

/**
 * Runs the mission.
 * @throws OptionError for a bad option
 */
export function startMission(
  given: string | AnyAgent,
  options: object,
  start?: StartOptions,
): Promise<MissionStep> {
  return preparedMission(given, options, start)();
}

/**
 * Returns the mission as a function, which runs it, or refuses it if you pass a fail.
 * @throws OptionError for a bad option
 */
export function preparedMission(
  given: string | AnyAgent,
  options: object,
  start: StartOptions = {},
): (refusal?: Fail) => Promise<MissionStep> {
  const ready = readyMission(given, options, start);
  return (refusal) => runPrepared(ready(refusal));
}

/**
 * Checks an agent, or a prompt, and the options of its mission. Returns a function that returns the
 * mission, which begins by being refused if you pass a fail.
 * @throws OptionError for a bad option
 */
export function readyMission(
  given: string | AnyAgent,
  options: object,
  { change = (resolved) => resolved, step, scope = rootScope }: StartOptions = {},
): (refusal?: Fail) => PreparedMission {
  const { agent, refused } =
    typeof given === "string"
      ? agentOfPrompt(given, options)
      : { agent: agentOfRun(checkedAgent(given), options), refused: undefined };
  const picked: GivenMissionOptions = pick(options, missionOptionNames);
  const chained = chainedContext(agent, picked.context, step);
  const context = chained.context as GivenMissionOptions["context"];
  const resolved = change(missionOptions({ ...picked, ...presentFields({ context }) }));
  return (refusal) => {
    const fail = refusal ?? refused ?? chained.refused;
    return {
      agent: chained.agent,
      options: { ...resolved, before: chained.before },
      begin: (begun) => {
        const run = new MissionRun(chained.agent, begun, scopeAfterFail(scope, fail));
        return {
          get turnCount() {
            return run.turnCount;
          },
          run: () => (fail === undefined ? run.run() : run.refuse(fail)),
        };
      },
    };
  };
}

const sharedNames: readonly string[] = missionOptionNames;

function agentOfRun(agent: Agent, options: object): Agent {
  knownOptions(options, [...new Set([...missionOptionNames, ...overrideNames])]);
  return overriddenAgent(agent, pick(options, overrideNames));
}

/** Returns the agent of a prompt, and the reason why its mission cannot begin, if any. */
function agentOfPrompt(
  prompt: string,
  options: object,
): { readonly agent: Agent; readonly refused: Fail | undefined } {
  knownOptions(options, promptOptionNames);
  const agentOptions = pick(options, agentOptionNames) as Omit<AgentOptions, "prompt">;
  const { tools = {} } = agentOptions;
  const reserved = Object.keys(tools).find((name) => reservedToolNames.has(name));
  if (reserved === undefined)
    return { agent: defineAgent({ ...agentOptions, prompt }), refused: undefined };
  // The tools of a single mission may come from elsewhere, so a reserved name fails the mission
  // instead of throwing an error.
  const others = Object.entries(tools).filter(([name]) => !reservedToolNames.has(name));
  return {
    agent: defineAgent({ ...agentOptions, prompt, tools: Object.fromEntries(others) }),
    refused: {
      reason: "reserved_tool_name",
      message: `tool ${reserved} ${reservedToolNames.get(reserved) ?? ""}`,
    },
  };
}

const promptOptionNames = [...new Set([...agentOptionNames, ...sharedNames])].filter(
  (name) => name !== "prompt" && name !== "depsType",
);

function pick(options: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));
}
