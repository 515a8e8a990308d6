// The text that a model needs in order to write programs for given tools. Use it if you run
// programs outside of missions, for example in a bridge to another library.

import { Firewall } from "@ptc/core/firewall";
import { ofPrograms } from "../mode-traits/exposure.ts";
import type { AgentOptions } from "../agent/agent-options.ts";
import { knownOptions } from "../options/option-checks.ts";
import { cardSections } from "../prompt/card-sections.ts";
import { agentOfTools } from "./agent-of-tools.ts";

/** The options of an agent that affect its language card. */
export type LanguageCardOptions = Pick<AgentOptions, (typeof cardOptionNames)[number]>;

const cardOptionNames = [
  "tools",
  "libraries",
  "format",
  "firewall",
  "maxModelCalls",
] as const satisfies readonly (keyof AgentOptions)[];

/**
 * Returns the language, the tools, the libraries and how data is shown, as in the system prompt of
 * an agent with these options. The tools take at most `format.toolsMaxChars` UTF-16 units; beyond
 * that, only their names are listed. Names, contracts and descriptions of tools are shortened and
 * cannot imitate data or another part of the text.
 * @throws OptionError naming the option or the tool
 */
export function languageCard(options: LanguageCardOptions = {}): string {
  knownOptions(options, cardOptionNames);
  const agent = ofPrograms(agentOfTools(options));
  return cardSections(agent, [], new Firewall(agent.firewall))
    .filter((section) => section !== "")
    .join("\n\n");
}
