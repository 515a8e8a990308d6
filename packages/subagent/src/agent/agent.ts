// Defines an agent: a prompt, a typed answer, tools and limits. An agent is plain data; `run`
// (run/run.ts) runs it.

import { assertProvenance } from "./policy-option.ts";
import { OptionError } from "@ptc/core/errors";
import type { Infer, InferInput, TypedSignature } from "@ptc/signature";
import { isRecord, wrongOption } from "../options/option-checks.ts";
import { parseTemplate, type Template } from "../template/parse-template.ts";
import {
  checkedAgentOptions,
  checkedOverrides,
  type AgentOptions,
  type AgentOverrides,
  type CheckedAgentOptions,
} from "./agent-options.ts";
import { definitionWarnings } from "./definition-warnings.ts";

/**
 * A checked agent, as `defineAgent` returns it. `Input` is the type of its context, `Output` of
 * its answer, `Deps` of the run option `deps`.
 */
export interface Agent<Input = unknown, Output = unknown, Deps = unknown> extends Omit<
  CheckedAgentOptions,
  "signature"
> {
  /** The parsed prompt. */
  readonly template: Template;
  /** The contract of the context and the answer. */
  readonly signature: TypedSignature<Input, Output>;
  /** True if the user gave a signature or output schema; false for the default signature. */
  readonly hasSignature: boolean;
  /** Warnings about options that are allowed but probably not intended, each with its location. */
  readonly warnings: readonly string[];
  /** Only for the compiler; absent at run time. */
  readonly "~deps"?: (deps: Deps) => void;
}

/** The output type of the schema `output`, or of the signature if there is no schema. */
export type PromisedAnswer<Text extends string, Answer> = [Answer] extends [never]
  ? Infer<Text>
  : Answer;

/** An agent with any type of `deps`. */
export type AnyAgent = Agent<unknown, unknown, never>;

/**
 * Checks the options of an agent and returns the agent.
 * @example
 *   const agent = defineAgent({
 *     prompt: "How many orders has each customer?",
 *     signature: "(orders [{customer :string}]) -> [{customer :string, orders :int}]",
 *   });
 * @throws OptionError with the option's name, the given value and the expected value
 */
export function defineAgent<
  const Text extends string = "() -> :any",
  Deps = unknown,
  Answer = never,
>(
  options: AgentOptions<Text, Deps, Answer>,
): Agent<InferInput<Text>, PromisedAnswer<Text, Answer>, Deps> {
  const { signature, ...checked } = checkedAgentOptions(options);
  assertProvenance(checked);
  const template = templateOf(checked.prompt);
  return {
    ...checked,
    template,
    warnings: definitionWarnings({ ...checked, template, signature }),
    // TypeScript derived these types from the same text.
    signature: signature as TypedSignature<InferInput<Text>, PromisedAnswer<Text, Answer>>,
    hasSignature: options.signature !== undefined || options.output !== undefined,
  };
}

/**
 * Returns `agent` with the options that one run overrides. The given tools are added to those of
 * the agent, and replace tools of the same name.
 * @throws OptionError with the option's name
 */
export function overriddenAgent(agent: Agent, options: AgentOverrides<never>): Agent {
  const given = checkedOverrides(options, agent.hasSignature ? agent.signature.text : undefined);
  if (Object.keys(given).length === 0) return agent;
  const { tools = new Map(), policy = [] } = given;
  const whole = {
    ...agent,
    ...given,
    tools: new Map([...agent.tools, ...tools]),
    policy: [...agent.policy, ...policy],
  };
  assertProvenance(whole);
  return { ...whole, warnings: definitionWarnings(whole) };
}

/** Returns `agent` unchanged. @throws OptionError if `defineAgent` didn't create it */
export function checkedAgent(agent: AnyAgent): Agent {
  if (!isRecord(agent) || !Array.isArray(agent.template))
    throw wrongOption("agent", "expected an agent from `defineAgent`, or a prompt", agent);
  // The compiler has already checked the type of `deps`.
  return agent as Agent;
}

function templateOf(prompt: string): Template {
  const parsed = parseTemplate(prompt);
  if (!parsed.ok) throw new OptionError("prompt", parsed.message);
  return parsed.template;
}
