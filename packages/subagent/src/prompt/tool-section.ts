// The section of the prompt for the tools. Lists all tools with types and descriptions if they fit.
// Otherwise it lists only names, and programs can look up the rest. Texts by the authors of tools
// are untrusted: they are shortened, show all characters, and cannot imitate data or a section.

import type { CallLayer } from "@ptc/core/contracts";
import type { Agent } from "../agent/agent.ts";
import type { AgentTool } from "../agent/agent-tool.ts";
import { toolsOf } from "../mode-traits/exposure.ts";
import { withoutEnvelopeTags } from "../preview/envelope-tags.ts";
import { visibleData } from "../preview/visible-data.ts";
import { callText } from "./call-text.ts";
import { cutAtWord } from "./cut-at-word.ts";
import { promptText } from "./prompt-text.ts";
import { hasSeveralAnswers } from "./several-answers.ts";
import { toolNameLines } from "./tool-names.ts";
import { leavesOpen } from "./tool-results.ts";

/**
 * The limits for a call with its types, and for a description, in UTF-16 units, so that no tool
 * uses up the room of the others.
 */
const longestCall = 1_200;
const longestDescription = 400;

/** The limit for a description if the model answers once, because it can't ask for the rest. */
const longestUnasked = 1_000;

/**
 * The factor for the room if the model answers once: it reads the section only once, and can't ask
 * for more.
 */
const roomOfOneAnswer = 4;

/** Returns the section. Empty without tools. */
export function toolSection(agent: Agent): string {
  if (agent.tools.size === 0) return "";
  const isAsking = hasSeveralAnswers(agent);
  const room = agent.format.toolsMaxChars * (isAsking ? 1 : roomOfOneAnswer);
  const listed = listedTools(agent, isAsking, room);
  if (listed === undefined) return namesSection(agent, room);
  const isCut = isAsking && listed.some((tool) => tool.isCut);
  const whole = section([
    ...notes(agent),
    ...(isCut ? [promptText("tools-cut")] : []),
    ...listed.map(({ text }) => text),
  ]);
  return whole.length <= room ? whole : namesSection(agent, room);
}

/** Returns `undefined` as soon as the tools take more than `room`. */
function listedTools(
  { tools }: Agent,
  isAsking: boolean,
  room: number,
): readonly ListedTool[] | undefined {
  const listed: ListedTool[] = [];
  let length = 0;
  for (const [name, tool] of tools) {
    const entry = listedTool(name, tool, isAsking);
    length += entry.text.length + 1;
    if (length > room) return undefined;
    listed.push(entry);
  }
  return listed;
}

function section(lines: readonly string[]): string {
  return ["## Tools", ...lines].join("\n");
}

function notes(agent: Agent): readonly string[] {
  const contracts = [...agent.tools.values()].map(({ contract }) => contract);
  return [
    ...(contracts.some(({ parameters }) => parameters === undefined)
      ? [promptText("undeclared-arguments")]
      : []),
    ...(hasSeveralAnswers(agent) && contracts.some(({ output }) => leavesOpen(output))
      ? [promptText("undeclared-answers")]
      : []),
    ...modelCallsNote(agent, "program"),
  ];
}

/** Returns the note on the number of requests, if a tool of the layer makes requests itself. */
export function modelCallsNote(agent: Agent, layer: CallLayer): readonly string[] {
  return [...toolsOf(agent, layer).values()].some(({ work }) => typeof work !== "function")
    ? [promptText("model-calls", { calls: String(agent.maxModelCalls) })]
    : [];
}

interface ListedTool {
  readonly text: string;
  readonly isCut: boolean;
}

function listedTool(
  name: string,
  { contract, description = "" }: AgentTool,
  isAsking: boolean,
): ListedTool {
  const call = shown(callText(name, contract), longestCall);
  const descriptionText = shown(
    paragraphs(description),
    isAsking ? longestDescription : longestUnasked,
  );
  return {
    text: `- ${call.text}${descriptionText.text === "" ? "" : `\n  ${descriptionText.text}`}`,
    isCut: call.isCut || descriptionText.isCut,
  };
}

/** The limits for the text of one tool that a model asks about. */
const longestAskedCall = 8_000;
const longestAskedDescription = 4_000;

/** Returns the call form and the description of one tool. */
export function toolText(name: string, { contract, description = "" }: AgentTool): string {
  const call = shown(callText(name, contract), longestAskedCall).text;
  const text = shown(paragraphs(description), longestAskedDescription).text;
  return text === "" ? call : `${call}\n  ${text}`;
}

function shown(text: string, maximum: number): ListedTool {
  // Text far beyond the limit needs no processing.
  const visible = visibleData(withoutEnvelopeTags(text.slice(0, 2 * maximum)));
  return {
    text: cutAtWord(visible, maximum),
    isCut: Math.max(visible.length, text.length) > maximum,
  };
}

/** Returns the lines of a description, indented below their tool. */
function paragraphs(description: string): string {
  return description
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n  ");
}

function namesSection(agent: Agent, room: number): string {
  const { tools } = agent;
  const count = String(tools.size);
  const head = [
    ...notes(agent),
    // A tool named `search` replaces the language's search function.
    tools.has("search")
      ? promptText("tool-names-apropos", { count })
      : promptText("tool-names", { count }),
  ];
  const omission = promptText("tool-names-cut");
  const { lines, isWhole } = toolNameLines(
    Array.from(tools.keys(), withoutEnvelopeTags),
    room - section([...head, omission]).length - 1,
  );
  return section([...head, ...(isWhole ? [] : [omission]), ...lines]);
}
