// Runs a mission: with an agent, or with a prompt and the options of an agent.

import type { CheckedSignature, Infer, InferInput } from "@ptc/signature";
import { agentOptionNames, type AgentOptions } from "../agent/agent-options.ts";
import { reservedToolNames } from "../agent/agent-tool.ts";
import { checkedAgent, defineAgent, type Agent } from "../agent/agent.ts";
import { knownOptions } from "../options/option-checks.ts";
import { rootScope } from "../bounds/mission-scope.ts";
import { MissionError } from "../step/mission-error.ts";
import type { MissionStep, SuccessfulMission } from "../step/step.ts";
import { MissionRun } from "../loop/mission-run.ts";
import {
  missionOptionNames,
  missionOptions,
  type ContextOption,
  type MissionOptions,
} from "../loop/mission-options.ts";

/** The options of a mission that is run with a prompt instead of an agent. */
export type PromptOptions<Text extends string> = Omit<
  AgentOptions<Text>,
  "prompt" | "signature"
> & { readonly signature?: CheckedSignature<Text> } & MissionOptions &
  ContextOption<InferInput<Text>>;

/**
 * Runs an agent until its answer matches its signature or a bound is reached. Whatever a model, a
 * program or a tool does, it never rejects: the outcome is a step.
 * @throws OptionError for a bad option
 */
export async function run<Input, Output>(
  agent: Agent<Input, Output>,
  options: MissionOptions & ContextOption<Input>,
): Promise<MissionStep<Output>>;
/**
 * Runs a mission without defining an agent first: a prompt, with the options of an agent and of a
 * mission together.
 */
export async function run<const Text extends string = "() -> :any">(
  prompt: string,
  options: PromptOptions<Text>,
): Promise<MissionStep<Infer<Text>>>;
export async function run(
  given: Agent | string,
  options: MissionOptions & ContextOption<unknown>,
): Promise<MissionStep> {
  return await (typeof given === "string" ? runPrompt(given, options) : runAgent(given, options));
}

/**
 * Like `run`, for callers that want a failed mission to throw.
 * @throws MissionError with the step; OptionError for a bad option
 */
export async function runOrThrow<Input, Output>(
  agent: Agent<Input, Output>,
  options: MissionOptions & ContextOption<Input>,
): Promise<SuccessfulMission<Output>>;
export async function runOrThrow<const Text extends string = "() -> :any">(
  prompt: string,
  options: PromptOptions<Text>,
): Promise<SuccessfulMission<Infer<Text>>>;
export async function runOrThrow(
  given: Agent | string,
  options: MissionOptions & ContextOption<unknown>,
): Promise<SuccessfulMission> {
  const step = await (typeof given === "string"
    ? runPrompt(given, options)
    : runAgent(given, options));
  if (!step.ok) throw new MissionError(step);
  return step;
}

async function runAgent(
  agent: Agent,
  options: MissionOptions & ContextOption<unknown>,
): Promise<MissionStep> {
  return await new MissionRun(checkedAgent(agent), missionOptions(options), rootScope).run();
}

async function runPrompt(
  prompt: string,
  options: Omit<AgentOptions, "prompt"> & MissionOptions & ContextOption<unknown>,
): Promise<MissionStep> {
  knownOptions(options, promptOptionNames);
  const agentOptions = pick(options, agentOptionNames) as Omit<AgentOptions, "prompt">;
  const mission = missionOptions(pick(options, missionOptionNames));
  const { tools = {} } = agentOptions;
  const reserved = Object.keys(tools).find((name) => reservedToolNames.has(name));
  if (reserved === undefined)
    return await new MissionRun(defineAgent({ ...agentOptions, prompt }), mission, rootScope).run();
  // The tools of a single mission may come from elsewhere, so a reserved name is an outcome of the
  // mission and not a mistake of the host.
  const others = Object.entries(tools).filter(([name]) => !reservedToolNames.has(name));
  const agent = defineAgent({ ...agentOptions, prompt, tools: Object.fromEntries(others) });
  return await new MissionRun(agent, mission, rootScope).refuse({
    reason: "reserved_tool_name",
    message: `tool ${reserved} ${reservedToolNames.get(reserved) ?? ""}`,
  });
}

const promptOptionNames = [...new Set<string>([...agentOptionNames, ...missionOptionNames])].filter(
  (name) => name !== "prompt",
);

function pick(options: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));
}
