// The tools that a model may call by itself, as a provider is told of them.

import type { JsonSchema, ToolDefinition } from "@ptc/llm";
import { renderType } from "@ptc/signature";
import { typeToJsonSchema } from "@ptc/signature/internal/json-schema";
import type { Agent } from "../../agent/agent.ts";
import type { AgentTool } from "../../agent/agent-tool.ts";
import { isPreviewed, toolsOf } from "../../agent/exposure.ts";
import { programToolName } from "../../answer/program-tool.ts";
import { withoutEnvelopeTags } from "../../preview/envelope-tags.ts";
import { visibleData } from "../../preview/visible-data.ts";
import { cutAtWord } from "../../prompt/cut-at-word.ts";
import { promptText } from "../../prompt/prompt-text.ts";

/** A tool under the name that a provider takes. */
export interface NativeTool {
  /** The name by which the agent has it. */
  readonly name: string;
  readonly definition: ToolDefinition;
}

/** The native tools of an agent, by the names that the model calls them by. */
export function nativeTools(agent: Agent): ReadonlyMap<string, NativeTool> {
  const named = new Map<string, NativeTool>();
  for (const [name, tool] of toolsOf(agent, "native")) {
    const called = providerName(name, named);
    named.set(called, { name, definition: definitionOf(called, tool, isPreviewed(agent, tool)) });
  }
  return named;
}

/** The tool that runs a program. */
export function programTool(): ToolDefinition {
  return {
    name: programToolName,
    description: promptText("lisp-eval"),
    inputSchema: {
      type: "object",
      properties: {
        program: { type: "string", description: promptText("lisp-eval-program") },
      },
      required: ["program"],
      additionalProperties: false,
    },
  };
}

const longestName = 64;

/** Providers take letters, digits, `_` and `-` only, and no name twice. */
function providerName(name: string, taken: ReadonlyMap<string, unknown>): string {
  const plain = name.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, longestName);
  const base = /[A-Za-z0-9]/.test(plain) ? plain : "tool";
  let unique = base;
  for (let copy = 2; taken.has(unique) || unique === programToolName; copy++) {
    const mark = `_${String(copy)}`;
    unique = base.slice(0, longestName - mark.length) + mark;
  }
  return unique;
}

const longestDescription = 1_000;
const longestType = 500;

/** Descriptions come from the makers of tools, who are not trusted to end. */
function definitionOf(
  name: string,
  { contract, description = "" }: AgentTool,
  isPreviewed: boolean,
): ToolDefinition {
  const { output } = contract;
  const answer = output === undefined ? "" : renderType(output);
  const told = [
    shown(description, longestDescription),
    answer === "" || answer === ":any" ? "" : `Answers ${shown(answer, longestType)}`,
    isPreviewed ? promptText("previewed") : "",
  ].filter((text) => text !== "");
  return {
    name,
    ...(told.length === 0 ? {} : { description: told.join("\n") }),
    inputSchema: inputSchema(contract),
  };
}

function shown(text: string, maximum: number): string {
  // What is far beyond the bound need not be looked at.
  return cutAtWord(visibleData(withoutEnvelopeTags(text.trim().slice(0, 2 * maximum))), maximum);
}

function inputSchema({ parameters, definitions }: AgentTool["contract"]): JsonSchema {
  return parameters === undefined
    ? { type: "object", properties: {}, additionalProperties: true }
    : typeToJsonSchema({ kind: "map", fields: parameters }, { definitions, bounds: false });
}
