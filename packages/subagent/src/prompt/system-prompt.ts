// Assembles the system prompt from its sections. Nothing in them belongs to one domain, and the
// prompt does not change from turn to turn.

import type { Firewall } from "@ptc/core/printing";
import { renderExample, renderField, renderSignature, renderType } from "@ptc/signature";
import type { Memory } from "@ptc/lisp";
import type { Agent } from "../agent/agent.ts";
import { wrongOption } from "../options/option-checks.ts";
import type { ToolContract } from "../agent/tool-contract.ts";
import { contextLines, memoryLines } from "./data-fields.ts";
import { promptText } from "./prompt-text.ts";
import { shownName } from "./type-outline.ts";

/**
 * The system prompt: how to work, the language, the tools, the data and the answer that is wanted.
 */
export function systemPrompt(
  agent: Agent,
  context: Readonly<Record<string, unknown>>,
  memory: Memory,
  firewall: Firewall,
): string {
  const assembled = [
    promptText("introduction"),
    answerForm(agent),
    agent.thinking ? promptText("thinking") : "",
    promptText("language"),
    toolSection(agent),
    dataSection(agent, context, memory, firewall),
    planSection(agent),
    answerSection(agent),
  ]
    .filter((section) => section !== "")
    .join("\n\n");
  return overridden(assembled, agent);
}

function overridden(assembled: string, { systemPrompt: override }: Agent): string {
  if (override === undefined) return assembled;
  if (typeof override === "string") return override;
  if (typeof override === "function") return overriddenBy(override, assembled);
  return [override.prefix, assembled, override.suffix]
    .filter((text) => text !== undefined)
    .join("\n\n");
}

function overriddenBy(override: (assembled: string) => string, assembled: string): string {
  const made: unknown = override(assembled);
  if (typeof made !== "string")
    throw wrongOption("systemPrompt", "expected a function that answers a text", made);
  return made;
}

function answerForm({ maxTurns, completion }: Agent): string {
  if (completion === "explicit") return promptText("answer-in-turns", { turns: String(maxTurns) });
  return maxTurns === 1
    ? promptText("answer-once")
    : promptText("answer-by-value", { turns: String(maxTurns) });
}

function toolSection(agent: Agent): string {
  if (agent.tools.size === 0) return "";
  const tools = [...agent.tools].map(
    ([name, { description, contract }]) =>
      `- ${callText(name, contract)}${description === undefined ? "" : `\n  ${description}`}`,
  );
  return `## Tools\n${tools.join("\n")}`;
}

/**
 * How a tool is called, such as `(tool/find {:query :string, :limit :int?}) -> [:Row]`, followed by
 * the definitions of the types that it names.
 */
function callText(name: string, { definitions, parameters, output }: ToolContract): string {
  const args =
    parameters === undefined
      ? " {…}"
      : parameters.length === 0
        ? ""
        : ` {${parameters.map((field) => `:${renderField(field)}`).join(", ")}}`;
  const named = definitions.map(
    (definition) =>
      `\n  :${definition.name} is ${renderType(definition.type)}${definition.description === undefined ? "" : `: ${definition.description}`}`,
  );
  return `(tool/${name}${args})${output === undefined ? "" : ` -> ${renderType(output)}`}${named.join("")}`;
}

function dataSection(
  { contextDescriptions, format }: Agent,
  context: Readonly<Record<string, unknown>>,
  memory: Memory,
  firewall: Firewall,
): string {
  const listed = {
    descriptions: contextDescriptions,
    sampleMaxChars: format.sampleMaxChars,
    firewall,
  };
  const lines = [
    ...contextLines(context, listed),
    ...memoryLines(memory, { ...listed, descriptions: new Map() }),
  ];
  return lines.length === 0 ? "" : `## Data\n${promptText("data")}\n${lines.join("\n")}`;
}

function planSection({ plan }: Agent): string {
  if (plan.length === 0) return "";
  return `## Plan\n${promptText("plan")}\n${plan.map(({ id, description }) => `- ${shownName(id)}: ${description}`).join("\n")}`;
}

function answerSection({ signature, fieldDescriptions }: Agent): string {
  const described = [...fieldDescriptions]
    .map(([name, description]) => `\n- ${name}: ${description}`)
    .join("");
  if (signature.output.kind === "any")
    return described === "" ? "" : `## Answer\nIts fields:${described}`;
  return `## Answer\nThe value must be of the type after the arrow in \`${renderSignature(signature)}\`, for example ${renderExample(signature.output)}${described}`;
}
