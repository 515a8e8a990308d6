// Runs a mission on the result of an earlier one.

import type { AnyAgent } from "../agent/agent.ts";
import { checkedStep } from "../chain/chained-context.ts";
import type { ChainedStep, ChainOptions, InputOfRun } from "./chain-types.ts";
import type { MissionStep } from "../step/step.ts";
import { startMission, type AnswerOfRun } from "./started-mission.ts";

/**
 * Runs an agent, or a prompt, on the result of `step`. The fields of a map become its context, and
 * any other value becomes its one parameter. `step` may be the promise that `run` returns. The
 * step's field descriptions are used for fields that the agent does not describe. Fields of the
 * option `context` are added, and take precedence over those of the step. If the step failed,
 * nothing is run: the result is `chained_failure`, with the first failure in
 * `fail.details.errors`.
 *
 * @example
 *   const found = await run(finder, { llm, context: { city: "bern" } });
 *   const letter = await chain(found, writer, { llm, context: { tone: "kind" } });
 *
 * @throws OptionError for a bad option, or if `step` is not a step
 */
export async function chain<
  Return,
  Given extends string | AnyAgent,
  const Text extends string = "() -> :any",
  Deps = unknown,
  Answer = never,
>(
  step: ChainedStep<Return, InputOfRun<Given, Text>>,
  given: Given,
  options: ChainOptions<Return, Given, Text, Deps, Answer>,
): Promise<MissionStep<AnswerOfRun<Given, Text, Answer>>> {
  const before = checkedStep(await step);
  // The answer was checked against the signature.
  return (await startMission(given, options, { step: before })) as MissionStep<
    AnswerOfRun<Given, Text, Answer>
  >;
}
