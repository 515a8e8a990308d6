// What an agent is: a prompt, a typed answer, tools and bounds. Plain data; running it is another
// matter.

import { OptionError } from "@ptc/core/errors";
import type { Infer, InferInput, TypedSignature } from "@ptc/signature";
import { isRecord, wrongOption } from "../options/option-checks.ts";
import { parseTemplate, type Template } from "../template/parse-template.ts";
import { keptOptions, type AgentOptions, type KeptOptions } from "./agent-options.ts";

/**
 * A checked agent; make it with `defineAgent`. `Input` is what its context must hold, `Output` what
 * it answers.
 */
export interface Agent<Input = unknown, Output = unknown> extends Omit<KeptOptions, "signature"> {
  readonly template: Template;
  readonly signature: TypedSignature<Input, Output>;
  /** Whether the signature was given, or is the default. */
  readonly hasSignature: boolean;
}

/**
 * Checks the options of an agent.
 * @throws OptionError naming the option, what it was given and what it takes
 */
export function defineAgent<const Text extends string = "() -> :any">(
  options: AgentOptions<Text>,
): Agent<InferInput<Text>, Infer<Text>> {
  const { signature, ...kept } = keptOptions(options);
  return {
    ...kept,
    template: templateOf(kept.prompt),
    // The compiler has read the same text.
    signature: signature as TypedSignature<InferInput<Text>, Infer<Text>>,
    hasSignature: options.signature !== undefined,
  };
}

/** @throws OptionError for what `defineAgent` did not make */
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
