// What a model has to know in order to write programs for given tools: for whoever hands programs
// to the sandbox in another way than a mission does, such as a bridge to another library.

import { Firewall } from "@ptc/core/firewall";
import { ofPrograms } from "../mode-traits/exposure.ts";
import type { AgentOptions } from "../agent/agent-options.ts";
import { knownOptions } from "../options/option-checks.ts";
import { cardSections } from "../prompt/card-sections.ts";
import { agentOfTools } from "./agent-of-tools.ts";

/** The options of an agent that its card of the language depends on. */
export type LanguageCardOptions = Pick<AgentOptions, (typeof cardOptionNames)[number]>;

const cardOptionNames = [
  "tools",
  "format",
  "firewall",
  "maxModelCalls",
] as const satisfies readonly (keyof AgentOptions)[];

/**
 * The language, the tools and how data is shown, as the system prompt of an agent with these
 * options tells them: of the tools at most `format.toolsMaxChars` UTF-16 units, beyond that their
 * names. Names, contracts and descriptions of tools are shortened and cannot pass for data or for
 * another part of the text.
 * @throws OptionError naming the option or the tool
 */
export function languageCard(options: LanguageCardOptions = {}): string {
  knownOptions(options, cardOptionNames);
  const agent = ofPrograms(agentOfTools(options));
  return cardSections(agent, [], new Firewall(agent.firewall))
    .filter((section) => section !== "")
    .join("\n\n");
}
