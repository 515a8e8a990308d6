// The system prompt, assembled from sections. It says nothing of the domain and does not change from turn to turn.

import { firewalledMarker, fromHost, isFirewalledName, type Value } from "@ptc/core/values";
import { printBounded } from "@ptc/core/printing";
import { renderExample, renderField, renderSignature, renderType } from "@ptc/signature";
import type { Agent } from "../agent/agent.ts";
import type { ToolContract } from "../agent/tool-contract.ts";
import { dataEnvelope } from "./data-envelope.ts";
import { languageCard } from "./language-card.ts";
import { shownName, typeOutline } from "./type-outline.ts";

const sampleLimit = 300;

/** What the model is told once: how to work, the language, tools, data and the answer wanted. */
export function systemPrompt(agent: Agent, context: Readonly<Record<string, unknown>>): string {
  return [agent.maxTurns === 1 ? singleShotSection : loopSection(agent), languageCard, toolSection(agent), contextSection(context), answerSection(agent)]
    .filter((section) => section !== "")
    .join("\n\n");
}

const introduction = "You complete missions by writing programs in PTC-Lisp, a safe subset of Clojure. A program runs next to the data; you never see the data itself, only what your program prints or ends with. Let the program compute: do not count, sort, add up or copy by hand.";

const singleShotSection = `${introduction}

## How to answer
Answer with exactly one program in a \`\`\`clojure block. The value of its last expression is the answer.`;

function loopSection(agent: Agent): string {
  return `${introduction}

## How to answer
Each of your answers is exactly one program in a \`\`\`clojure block, at most ${String(agent.maxTurns)} in all. After each you see its prints and value, shortened, or its error.
- Look first when you do not know the shape of the data: print a count and one or two items, not all of it.
- (def name value) keeps a value for your next programs; (println x …) shows values.
- When you have the answer, end the program with (return value). Only this completes the mission. (fail "why") gives up when it cannot be done.`;
}

function toolSection(agent: Agent): string {
  if (agent.tools.size === 0) return "";
  const tools = [...agent.tools].map(([name, { description, contract }]) => `- ${callText(name, contract)}${description === undefined ? "" : `\n  ${description}`}`);
  return `## Tools\n${tools.join("\n")}`;
}

/** `(tool/find {:query :string, :limit :int?}) -> [:Row]`, and what the names of types mean. */
function callText(name: string, { definitions, parameters, output }: ToolContract): string {
  const args = parameters === undefined ? " {…}" : parameters.length === 0 ? "" : ` {${parameters.map((field) => `:${renderField(field)}`).join(", ")}}`;
  const named = definitions.map((definition) => `\n  :${definition.name} is ${renderType(definition.type)}${definition.description === undefined ? "" : `: ${definition.description}`}`);
  return `(tool/${name}${args})${output === undefined ? "" : ` -> ${renderType(output)}`}${named.join("")}`;
}

function contextSection(context: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(context);
  if (names.length === 0) return "";
  return `## Data\n${names.map((name) => fieldLines(name, context[name])).join("\n")}`;
}

function fieldLines(name: string, field: unknown): string {
  if (isFirewalledName(name)) return `data/${shownName(name)}  ${firewalledMarker}: programs can use it, you cannot see it`;
  const value = fromHost(field);
  return `data/${shownName(name)}  ${typeOutline(value)}\n${sample(value)}`;
}

function sample(value: Value): string {
  const { text, truncated } = printBounded(value, { maxCharacters: sampleLimit, hideFirewalled: true });
  return dataEnvelope("sample", truncated ? `${text} …` : text);
}

function answerSection(agent: Agent): string {
  const { signature } = agent;
  if (signature.output.kind === "any") return "";
  return `## Answer\nThe value must be of the type after the arrow in \`${renderSignature(signature)}\`, for example ${renderExample(signature.output)}`;
}
