// Runs a mission: with an agent, or with a prompt and the options of an agent.

import type { AnyAgent } from "../agent/agent.ts";
import { MissionError } from "../step/mission-error.ts";
import type { MissionStep, SuccessfulMission } from "../step/step.ts";
import { startMission, type AnswerOfRun, type RunOptions } from "./started-mission.ts";

/**
 * Runs a mission until its answer matches its signature or a bound is reached: with an agent, or
 * with a prompt and the options of an agent and of a mission together. Whatever a model, a program
 * or a tool does, it never rejects: the outcome is a step.
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
// One signature and not one for each of the two: the compiler tells of a wrong option where it
// stands only when there is no other signature that could be meant.
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
