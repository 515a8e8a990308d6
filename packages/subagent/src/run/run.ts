// Runs a mission: with an agent, or with a prompt and the options of an agent.

import type { AnyAgent } from "../agent/agent.ts";
import { MissionError } from "../step/mission-error.ts";
import type { MissionStep, SuccessfulMission } from "../step/step.ts";
import { startMission, type AnswerOfRun, type RunOptions } from "./started-mission.ts";

/**
 * Runs a mission until its answer matches its signature or a limit is reached. Pass an agent, or a
 * prompt with the options of an agent and a mission together. Never rejects because of a model, a
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
// There is a single signature for agents and prompts: with overloads, the compiler would not report
// a wrong option at its position.
export async function run<
  Given extends string | AnyAgent,
  const Text extends string = "() -> :any",
  Deps = unknown,
  Answer = never,
>(
  given: Given,
  options: RunOptions<Given, Text, Deps, Answer>,
): Promise<MissionStep<AnswerOfRun<Given, Text, Answer>>> {
  // The answer was checked against the signature.
  return (await startMission(given, options)) as MissionStep<AnswerOfRun<Given, Text, Answer>>;
}

/**
 * Like `run`, for callers that want a failed mission to throw.
 *
 * @example
 *   const { return: count } = await runOrThrow(agent, { llm, context: { rows } });
 *
 * @throws MissionError with the step; OptionError for a bad option
 */
export async function runOrThrow<
  Given extends string | AnyAgent,
  const Text extends string = "() -> :any",
  Deps = unknown,
  Answer = never,
>(
  given: Given,
  options: RunOptions<Given, Text, Deps, Answer>,
): Promise<SuccessfulMission<AnswerOfRun<Given, Text, Answer>>> {
  const step = await startMission(given, options);
  if (!step.ok) throw new MissionError(step);
  return step as SuccessfulMission<AnswerOfRun<Given, Text, Answer>>;
}
