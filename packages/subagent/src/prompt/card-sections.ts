// The sections that a model needs in order to write programs: the language, the tools and the data.
// The system prompt has them between how to answer and what to answer; the language card is made of
// them alone, so that both say the same.

import type { Firewall } from "@ptc/core/firewall";
import { firewalledMarker } from "@ptc/core/values";
import { renderType } from "@ptc/signature";
import type { Agent } from "../agent/agent.ts";
import { promptText } from "./prompt-text.ts";
import { hasSeveralAnswers } from "./several-answers.ts";
import { toolSection } from "./tool-section.ts";

/** `data`: the lines that tell of the context and of what is in memory. */
export function cardSections(
  agent: Agent,
  data: readonly string[],
  firewall: Firewall,
): readonly string[] {
  return [
    languageSection(agent),
    toolSection(agent),
    dataSection(data, mayHideAnswers(agent, firewall)),
  ];
}

/** The parts of the language that the agent can use: what does not apply is left out. */
function languageSection(agent: Agent): string {
  return [
    promptText("language"),
    ...(agent.tools.size === 0 ? [] : [promptText("language-tools")]),
    ...(hasSeveralAnswers(agent) ? [promptText("language-turns")] : []),
  ].join("\n");
}

/** `mayHide`: an answer of a tool may have firewalled fields, though the data has none. */
function dataSection(lines: readonly string[], mayHide: boolean): string {
  const hides = mayHide || lines.some((line) => line.includes(firewalledMarker));
  const rules = [
    ...(lines.length === 0 ? [] : [promptText("data-names")]),
    promptText("data"),
    ...(lines.some((line) => line.includes('<data kind="shape">')) ? [promptText("shapes")] : []),
    ...(lines.some((line) => fileLine.test(line)) ? [promptText("files")] : []),
    ...(hides ? [promptText("firewall")] : []),
  ];
  if (lines.length === 0 && !hides) return "";
  return `## Data\n${[rules.join(" "), ...lines].join("\n")}`;
}

/** The title of a field that is a file or a list of them, or the shape of one within others. */
const fileLine = /^\S+ {2}(?:file|vector of \d+ files?)$|\bfile (?:or map )?\{/m;

/** A type of an answer that names a firewalled field, or no type at all. */
function mayHideAnswers({ tools }: Agent, firewall: Firewall): boolean {
  return [...tools.values()].some(
    ({ contract: { output, definitions } }) =>
      output === undefined ||
      namesIn(
        [output, ...definitions.map(({ type }) => type)].map((type) => renderType(type)).join(" "),
      ).some((name) => firewall.hides(name)),
  );
}

/** What may be a name of a field in a type that is written out. */
function namesIn(types: string): readonly string[] {
  return types.split(/[\s{}[\],:?]+/);
}
