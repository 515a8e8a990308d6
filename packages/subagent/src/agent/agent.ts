// What an agent is: a prompt, a typed answer, tools and bounds. An agent is plain data; `run`
// (run/run.ts) runs it.

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
 * A checked agent; `defineAgent` makes one. `Input` is what its context must hold, `Output` is what
 * it answers, `Deps` is what its runs must be given as `deps`.
 */
export interface Agent<Input = unknown, Output = unknown, Deps = unknown> extends Omit<
  CheckedAgentOptions,
  "signature"
> {
  /** The prompt as it was read. */
  readonly template: Template;
  /** The contract: what the context must hold, and what the answer is. */
  readonly signature: TypedSignature<Input, Output>;
  /** True when the user gave a signature, false when it is the default one. */
  readonly hasSignature: boolean;
  /** What is allowed and was probably meant otherwise, each with the place it is about. */
  readonly warnings: readonly string[];
  /** For the compiler only; absent at run time. */
  readonly "~deps"?: (deps: Deps) => void;
}

/** What the schema `output` answers, or else the output of the signature. */
export type PromisedAnswer<Text extends string, Answer> = [Answer] extends [never]
  ? Infer<Text>
  : Answer;

/** Any agent, whatever its runs must be given. */
export type AnyAgent = Agent<unknown, unknown, never>;

/**
 * Checks the options of an agent.
 *
 * @example
 *   const agent = defineAgent({
 *     prompt: "How many orders has each customer?",
 *     signature: "(orders [{customer :string}]) -> [{customer :string, orders :int}]",
 *   });
 *
 * @throws OptionError naming the option, what it was given and what it takes
 */
export function defineAgent<
  const Text extends string = "() -> :any",
  Deps = unknown,
  Answer = never,
>(
  options: AgentOptions<Text, Deps, Answer>,
): Agent<InferInput<Text>, PromisedAnswer<Text, Answer>, Deps> {
  const { signature, ...checked } = checkedAgentOptions(options);
  const template = templateOf(checked.prompt);
  return {
    ...checked,
    template,
    warnings: definitionWarnings({ ...checked, template, signature }),
    // The type checker derived these types from the same text.
    signature: signature as TypedSignature<InferInput<Text>, PromisedAnswer<Text, Answer>>,
    hasSignature: options.signature !== undefined || options.output !== undefined,
  };
}

/**
 * `agent` with options that one run gives anew. Its tools are those of the agent, and the further
 * ones, which go before those of the same name.
 * @throws OptionError naming the option
 */
export function overriddenAgent(agent: Agent, options: AgentOverrides<never>): Agent {
  const given = checkedOverrides(options, agent.hasSignature ? agent.signature.text : undefined);
  if (Object.keys(given).length === 0) return agent;
  const { tools = new Map() } = given;
  const whole = { ...agent, ...given, tools: new Map([...agent.tools, ...tools]) };
  return { ...whole, warnings: definitionWarnings(whole) };
}

/** @throws OptionError for an object that `defineAgent` did not make */
export function checkedAgent(agent: AnyAgent): Agent {
  if (!isRecord(agent) || !Array.isArray(agent.template))
    throw wrongOption("agent", "expected what `defineAgent` answers, or a prompt", agent);
  // What its runs must be given was seen by the compiler.
  return agent as Agent;
}

function templateOf(prompt: string): Template {
  const parsed = parseTemplate(prompt);
  if (!parsed.ok) throw new OptionError("prompt", parsed.message);
  return parsed.template;
}
