// The sections that a model needs in order to write programs: the language, the tools and the data.
// The system prompt has them between how to answer and what to answer. The language card consists
// of only these sections, so that both have the same text.

import type { Firewall } from "@ptc/core/firewall";
import { firewalledMarker } from "@ptc/core/internal/values";
import { renderType } from "@ptc/signature";
import type { Agent } from "../agent/agent.ts";
import { librarySection } from "./library-section.ts";
import { promptText } from "./prompt-text.ts";
import { hasSeveralAnswers } from "./several-answers.ts";
import { leavesOpen } from "./tool-results.ts";
import { toolSection } from "./tool-section.ts";

/** Returns the sections. `data` is the lines that describe the context and the memory. */
export function cardSections(
  agent: Agent,
  data: readonly string[],
  firewall: Firewall,
): readonly string[] {
  return [
    languageSection(agent),
    [toolSection(agent), librarySection(agent)].filter((text) => text !== "").join("\n\n"),
    dataSection(data, mayHideAnswers(agent, firewall), mayShowShapes(agent)),
  ];
}

/** Returns the parts of the language that the agent can use. */
function languageSection(agent: Agent): string {
  return [
    promptText("language"),
    ...(agent.tools.size === 0 ? [] : [promptText("language-tools")]),
    ...(hasSeveralAnswers(agent) ? [promptText("language-turns")] : []),
  ].join("\n");
}

/**
 * Returns the section for the data. `mayHide`: results of tools may have firewalled fields, even
 * if the data has none. `mayShow`: results of tools may be shown by their shapes.
 */
function dataSection(lines: readonly string[], mayHide: boolean, mayShow: boolean): string {
  const hides = mayHide || lines.some((line) => line.includes(firewalledMarker));
  const hasShapes = mayShow || lines.some((line) => line.includes('<data kind="shape">'));
  const rules = [
    ...(lines.length === 0 ? [] : [promptText("data-names")]),
    promptText("data"),
    ...(hasShapes ? [promptText("shapes")] : []),
    ...(lines.some((line) => fileLine.test(line)) ? [promptText("files")] : []),
    ...(hides ? [promptText("firewall")] : []),
  ];
  if (lines.length === 0 && !hides && !mayShow) return "";
  return `## Data\n${[rules.join(" "), ...lines].join("\n")}`;
}

/**
 * Matches the title of a field that is a file or a list of files, or the shape of a file within
 * other data.
 */
const fileLine = /^\S+ {2}(?:file|vector of \d+ files?)$|\bfile (?:or map )?\{/m;

/** True if the type of a tool's result names a firewalled field, or a tool has no result type. */
function mayHideAnswers({ tools }: Agent, firewall: Firewall): boolean {
  return [...tools.values()].some(
    ({ contract: { output, definitions } }) =>
      output === undefined ||
      namesIn(
        [output, ...definitions.map(({ type }) => type)].map((type) => renderType(type)).join(" "),
      ).some((name) => firewall.hides(name)),
  );
}

/** True if the model sees shapes of results after a call, because their type leaves fields open. */
function mayShowShapes(agent: Agent): boolean {
  return (
    hasSeveralAnswers(agent) &&
    [...agent.tools.values()].some(({ contract }) => leavesOpen(contract.output))
  );
}

/** Returns the words of a written type that may be field names. */
function namesIn(types: string): readonly string[] {
  return types.split(/[\s{}[\],:?]+/);
}
