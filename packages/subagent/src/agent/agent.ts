// What an agent is: a prompt, a typed answer, tools and bounds. An agent is plain data; `run`
// (run/run.ts) runs it.

import { OptionError } from "@ptc/core/errors";
import type { Infer, InferInput, TypedSignature } from "@ptc/signature";
import { isRecord, wrongOption } from "../options/option-checks.ts";
import { parseTemplate, type Template } from "../template/parse-template.ts";
import { keptOptions, type AgentOptions, type KeptOptions } from "./agent-options.ts";
import { definitionWarnings } from "./definition-warnings.ts";

/**
 * A checked agent; `defineAgent` makes one. `Input` is what its context must hold, `Output` is what
 * it answers.
 */
export interface Agent<Input = unknown, Output = unknown> extends Omit<KeptOptions, "signature"> {
  readonly template: Template;
  readonly signature: TypedSignature<Input, Output>;
  /** True when the user gave a signature, false when it is the default one. */
  readonly hasSignature: boolean;
  /** What is allowed and was probably meant otherwise, each with the place it is about. */
  readonly warnings: readonly string[];
}

/**
 * Checks the options of an agent.
 * @throws OptionError naming the option, what it was given and what it takes
 */
export function defineAgent<const Text extends string = "() -> :any">(
  options: AgentOptions<Text>,
): Agent<InferInput<Text>, Infer<Text>> {
  const { signature, ...kept } = keptOptions(options);
  const template = templateOf(kept.prompt);
  return {
    ...kept,
    template,
    warnings: definitionWarnings({ ...kept, template, signature }),
    // The type checker derived these types from the same text.
    signature: signature as TypedSignature<InferInput<Text>, Infer<Text>>,
    hasSignature: options.signature !== undefined,
  };
}

/** @throws OptionError for an object that `defineAgent` did not make */
export function checkedAgent<Input, Output>(agent: Agent<Input, Output>): Agent<Input, Output> {
  if (!isRecord(agent) || !Array.isArray(agent.template))
    throw wrongOption("agent", "expected what `defineAgent` answers, or a prompt", agent);
  return agent;
}

function templateOf(prompt: string): Template {
  const parsed = parseTemplate(prompt);
  if (!parsed.ok) throw new OptionError("prompt", parsed.message);
  return parsed.template;
}
