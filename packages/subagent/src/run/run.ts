// Runs a mission: with an agent, or with a prompt and the options of an agent.

import type { AnyAgent } from "../agent/agent.ts";
import { MissionError } from "../step/mission-error.ts";
import type { MissionStep, SuccessfulMission } from "../step/step.ts";
import {
  startMission,
  type AgentWithoutInput,
  type AnswerOfRun,
  type RunOptions,
} from "./started-mission.ts";

/**
 * Runs a mission until its answer matches its signature or a limit is reached. Pass an agent, or a
 * prompt with the options of an agent and a mission together. An agent with its own `llm` and
 * without inputs needs no options. Never rejects because of a model, a
 * program or a tool: it always returns a step.
 *
 * @example
 *   const step = await run("Which customer owes most?", {
 *     llm,
 *     signature: "(orders [{customer :string, due :float}]) -> {customer :string}",
 *     context: { orders },
 *   });
 *   console.log(step.ok ? step.return.customer : step.fail.message);
 *
 * @throws OptionError for a bad option
 */
// Agents and prompts with options share a signature: with overloads for the same number of
// arguments, the compiler would not report a wrong option at its position. The answer of the step
// was checked against the signature of the agent.
export function run<Given extends string | AnyAgent>(
  agent: Given & AgentWithoutInput<Given>,
): Promise<MissionStep<AnswerOfRun<Given, "() -> :any">>>;
export function run<
  Given extends string | AnyAgent,
  const Text extends string = "() -> :any",
  Deps = unknown,
  Answer = never,
>(
  given: Given,
  options: RunOptions<Given, Text, Deps, Answer>,
): Promise<MissionStep<AnswerOfRun<Given, Text, Answer>>>;
export async function run(given: string | AnyAgent, options: object = {}): Promise<MissionStep> {
  return await startMission(given, options);
}

/**
 * Like `run`, for callers that want a failed mission to throw.
 *
 * @example
 *   const { return: count } = await runOrThrow(agent, { llm, context: { rows } });
 *
 * @throws MissionError with the step; OptionError for a bad option
 */
export function runOrThrow<Given extends string | AnyAgent>(
  agent: Given & AgentWithoutInput<Given>,
): Promise<SuccessfulMission<AnswerOfRun<Given, "() -> :any">>>;
export function runOrThrow<
  Given extends string | AnyAgent,
  const Text extends string = "() -> :any",
  Deps = unknown,
  Answer = never,
>(
  given: Given,
  options: RunOptions<Given, Text, Deps, Answer>,
): Promise<SuccessfulMission<AnswerOfRun<Given, Text, Answer>>>;
export async function runOrThrow(
  given: string | AnyAgent,
  options: object = {},
): Promise<SuccessfulMission> {
  const step = await startMission(given, options);
  if (!step.ok) throw new MissionError(step);
  return step;
}
