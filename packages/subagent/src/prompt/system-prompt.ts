// Assembles the system prompt from its sections. They don't depend on a domain, and the prompt does
// not change from turn to turn.

import type { Firewall } from "@ptc/core/firewall";
import { renderExample, renderSignature } from "@ptc/signature";
import type { Memory } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import { cardSections } from "./card-sections.ts";
import { contextLines, memoryLines } from "./data-fields.ts";
import { overriddenPrompt } from "./overridden-prompt.ts";
import { missionLogSection } from "./mission-log-section.ts";
import { promptText } from "./prompt-text.ts";
import { shownName } from "../shape/shown-name.ts";

/** The sections that differ between modes. */
export interface ModeSections {
  /** Default: the introduction for models whose programs complete the mission. */
  readonly introduction?: string;
  /** How to answer. */
  readonly form: string;
  /** The requested answer. Default: the type of the value that a program returns. */
  readonly answer?: string;
}

/** Assembles the system prompt: how to work, the language, the tools, the data and the answer. */
export function systemPrompt(
  agent: Agent,
  context: Readonly<Record<string, unknown>>,
  memory: Memory,
  firewall: Firewall,
  journal: Readonly<Record<string, unknown>> | undefined,
  sections: ModeSections,
): string {
  const {
    introduction = promptText("introduction"),
    form,
    answer = answerSection(agent),
  } = sections;
  const data = dataLines(agent, context, memory, firewall);
  const assembled = [
    introduction,
    form,
    agent.thinking ? promptText("thinking") : "",
    ...cardSections(agent, data, firewall),
    journal === undefined ? "" : promptText("journal"),
    missionLogSection("system", agent, journal, firewall),
    planSection(agent),
    answer,
  ]
    .filter((section) => section !== "")
    .join("\n\n");
  return overriddenPrompt(assembled, agent);
}

function dataLines(
  { contextDescriptions, format, signature }: Agent,
  context: Readonly<Record<string, unknown>>,
  memory: Memory,
  firewall: Firewall,
): readonly string[] {
  const listed = {
    descriptions: contextDescriptions,
    sampleMaxChars: format.sampleMaxChars ?? sampleRoom(Object.keys(context).length + memory.size),
    firewall,
  };
  const parameters = signature.parameters.map(({ name }) => name);
  return [
    ...contextLines(context, parameters, listed),
    ...memoryLines(memory, { ...listed, descriptions: new Map() }),
  ];
}

/** Returns the room for each of `fields`. Usually a single field contains all the data. */
function sampleRoom(fields: number): number {
  return Math.max(leastRoom, Math.floor(sharedRoom / Math.max(1, fields)));
}

const leastRoom = 1_500;
const sharedRoom = 3_000;

function planSection({ plan }: Agent): string {
  if (plan.length === 0) return "";
  return `## Plan\n${promptText("plan")}\n${plan.map(({ id, description }) => `- ${shownName(id)}: ${description}`).join("\n")}`;
}

function answerSection({ signature, fieldDescriptions, output }: Agent): string {
  const schema = output?.schemaText;
  const described = [
    ...(schema === undefined ? [] : [promptText("answer-schema", { schema })]),
    ...[...fieldDescriptions].map(([name, description]) => `- ${name}: ${description}`),
  ]
    .map((line) => `\n${line}`)
    .join("");
  if (signature.output.kind === "any")
    return described === ""
      ? ""
      : `## Answer${schema === undefined ? "\nIts fields:" : ""}${described}`;
  return `## Answer\nThe value must match the type after the arrow in \`${renderSignature(signature)}\`, for example ${renderExample(signature.output)}${described}`;
}
