// Assembles the system prompt from its sections. Nothing in them belongs to one domain, and the
// prompt does not change from turn to turn.

import type { Firewall } from "@ptc/core/firewall";
import { renderExample, renderSignature } from "@ptc/signature";
import type { Memory } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import { cardSections } from "./card-sections.ts";
import { contextLines, memoryLines } from "./data-fields.ts";
import { overriddenPrompt } from "./overridden-prompt.ts";
import { missionLogSection } from "./mission-log-section.ts";
import { promptText } from "./prompt-text.ts";
import { textAnswerSection } from "./text-answer-section.ts";
import { shownName } from "../shape/shown-name.ts";

/**
 * The system prompt: how to work, the language, the tools, the data and the answer that is wanted.
 * `form` is its section of how to answer.
 */
export function systemPrompt(
  agent: Agent,
  context: Readonly<Record<string, unknown>>,
  memory: Memory,
  firewall: Firewall,
  journal?: Readonly<Record<string, unknown>>,
  form: string = answerForm(agent),
): string {
  const data = dataLines(agent, context, memory, firewall);
  const assembled = [
    promptText(agent.mode === "combined" ? "combined-introduction" : "introduction"),
    form,
    agent.thinking ? promptText("thinking") : "",
    ...cardSections(agent, data, firewall),
    journal === undefined ? "" : promptText("journal"),
    missionLogSection("system", agent, journal, firewall),
    planSection(agent),
    agent.mode === "combined" ? `## Answer\n${textAnswerSection(agent)}` : answerSection(agent),
  ]
    .filter((section) => section !== "")
    .join("\n\n");
  return overriddenPrompt(assembled, agent);
}

function answerForm({ mode, maxTurns, completion, format, tools }: Agent): string {
  const bounds = {
    turns: String(maxTurns),
    print: String(format.maxPrintLength),
    prints: String(format.printsMaxChars),
    value: String(format.feedbackMaxChars),
  };
  if (mode === "combined")
    return [
      promptText("combined", bounds),
      ...(tools.size === 0 ? [] : [promptText("combined-tools")]),
    ].join("\n");
  if (mode === "program-call")
    return promptText(
      completion === "explicit" ? "answer-by-call" : "answer-by-call-value",
      bounds,
    );
  if (maxTurns === 1 && completion === "implicit") return promptText("answer-once");
  return promptText(completion === "explicit" ? "answer-in-turns" : "answer-by-value", bounds);
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

/** What is told of one of `fields`: the whole of the data stands in one, more often than not. */
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
  const schema = output?.told;
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
  return `## Answer\nThe value must be of the type after the arrow in \`${renderSignature(signature)}\`, for example ${renderExample(signature.output)}${described}`;
}
