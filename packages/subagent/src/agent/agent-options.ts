// Types, names and checks of the agent options, all derived from the table.

import type { StandardSchema } from "@ptc/core/contracts";
import type { CheckedSignature } from "@ptc/signature";
import { knownOptions } from "../options/option-checks.ts";
import type { AgentTools } from "./mission-tool.ts";
import type { DepsType } from "./deps.ts";
import type { SystemPromptOption } from "./system-prompt-option.ts";
import { agentOptionTable, type AgentOption } from "./agent-option-table.ts";

type AgentOptionTable = typeof agentOptionTable;

type GivenOptions = {
  readonly [Name in keyof AgentOptionTable]?: AgentOptionTable[Name] extends AgentOption<
    infer Given,
    unknown
  >
    ? Given
    : never;
};

/** The options of an agent, independent of the type of `deps`. */
type GivenAgent = GivenOptions & { readonly prompt: string };

/**
 * The options of `defineAgent`. `Text` is the signature as a literal, `Deps` the type of the run
 * option `deps`, `Answer` the output type of the schema `output`.
 */
export interface AgentOptions<
  Text extends string = string,
  Deps = unknown,
  Answer = unknown,
> extends GivenOptions {
  readonly prompt: string;
  readonly signature?: CheckedSignature<Text>;
  readonly output?: StandardSchema<Answer>;
  readonly depsType?: DepsType<Deps>;
  readonly tools?: AgentTools<NoInfer<Deps>>;
  readonly systemPrompt?: SystemPromptOption<NoInfer<Deps>>;
}

/** The agent options that a run can override. Omitted options keep the agent's values. */
export type AgentOverrides<Deps = unknown> = Omit<
  AgentOptions<string, Deps>,
  "prompt" | "signature" | "output" | "depsType" | "llm" | "firewall"
>;

/** The checked options that an agent stores. */
export type CheckedAgentOptions = {
  readonly [Name in keyof AgentOptionTable]: ReturnType<AgentOptionTable[Name]["read"]>;
};

/** The names of `AgentOptions`. */
export const agentOptionNames: readonly string[] = Object.keys(agentOptionTable);

/** The names of `AgentOverrides`. */
export const overrideNames: readonly string[] = agentOptionNames.filter(
  (name) => !["prompt", "signature", "output", "depsType", "llm", "firewall"].includes(name),
);

/**
 * Checks the options of an agent. @throws OptionError with the option's name, the given value and
 * the expected value
 */
export function checkedAgentOptions(options: GivenAgent): CheckedAgentOptions {
  knownOptions(options, agentOptionNames);
  return readOptions(options, agentOptionNames, options) as CheckedAgentOptions;
}

/**
 * Checks options that a run overrides. `signature` is the agent's signature if the user gave one.
 * @throws OptionError with the option's name
 */
export function checkedOverrides(
  options: AgentOverrides<never>,
  signature: string | undefined,
): Partial<CheckedAgentOptions> {
  const given = overrideNames.filter((name) => options[name as keyof AgentOverrides] !== undefined);
  return readOptions(options, given, signature === undefined ? {} : { signature });
}

function readOptions(
  options: Partial<GivenAgent>,
  names: readonly string[],
  others: Parameters<AgentOption<never, unknown>["read"]>[2],
): Partial<CheckedAgentOptions> {
  const table: Readonly<Record<string, AgentOption<never, unknown>>> = agentOptionTable;
  // The table pairs each name with its own check, but the type of a loop over the names cannot
  // express that; hence the cast.
  return Object.fromEntries(
    names.map((name) => [
      name,
      table[name]?.read(options[name as keyof GivenAgent] as never, name, others),
    ]),
  );
}
