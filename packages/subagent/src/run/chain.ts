// Runs a mission with what an earlier one returned.

import type { AnyAgent } from "../agent/agent.ts";
import { checkedStep } from "../chain/chained-context.ts";
import type { ChainedStep, ChainOptions, InputOfRun } from "./chain-types.ts";
import type { MissionStep } from "../step/step.ts";
import { startMission, type AnswerOfRun } from "./started-mission.ts";

/**
 * Runs an agent, or a prompt, with what `step` returned: the fields of a map are its context, any
 * other value its one parameter. `step` may be the promise that `run` answers. What the step says
 * of its fields is told where the agent does not describe them. Fields of the option `context` are
 * added, and go before those of the step. After a step that failed nothing is run: the outcome is
 * `chained_failure`, with the first failure in `fail.details.errors`.
 *
 * @example
 *   const found = await run(finder, { llm, context: { city: "bern" } });
 *   const letter = await chain(found, writer, { llm, context: { tone: "kind" } });
 *
 * @throws OptionError for a bad option, or for something that is no step
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
