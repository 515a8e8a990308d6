// Describes the tools that a model may call natively to its provider.

import type { JsonSchema, ToolDefinition } from "@ptc/llm";
import { renderType } from "@ptc/signature";
import { typeToJsonSchema } from "@ptc/signature/internal/json-schema";
import type { Agent } from "../../agent/agent.ts";
import type { AgentTool } from "../../agent/agent-tool.ts";
import { isPreviewed, toolsOf } from "../../mode-traits/exposure.ts";
import { programToolName } from "../../answer/program-tool.ts";
import { withoutEnvelopeTags } from "../../preview/envelope-tags.ts";
import { visibleData } from "../../preview/visible-data.ts";
import { cutAtWord } from "../../prompt/cut-at-word.ts";
import { promptText } from "../../prompt/prompt-text.ts";

/** A tool under a name that providers accept. */
export interface NativeTool {
  /** The name that the agent gave it. */
  readonly name: string;
  readonly definition: ToolDefinition;
}

/** Returns the native tools of an agent by the names that the model uses. */
export function nativeTools(agent: Agent): ReadonlyMap<string, NativeTool> {
  const named = new Map<string, NativeTool>();
  for (const [name, tool] of toolsOf(agent, "native")) {
    const called = providerName(name, named);
    named.set(called, { name, definition: definitionOf(called, tool, isPreviewed(agent, tool)) });
  }
  return named;
}

/** Returns the tool that runs a program. */
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

/** Returns a unique name of letters, digits, `_` and `-`, because providers refuse others. */
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

/** Descriptions come from authors of tools, which may be untrusted, so they are shortened. */
function definitionOf(
  name: string,
  { contract, description = "", work }: AgentTool,
  isPreviewed: boolean,
): ToolDefinition {
  const { output } = contract;
  const answer = output === undefined ? "" : renderType(output);
  const sentences = [
    shown(
      (typeof work === "function" ? undefined : work.nativeDescription) ?? description,
      longestDescription,
    ),
    answer === "" || answer === ":any" ? "" : `Returns ${shown(answer, longestType)}`,
    isPreviewed ? promptText("previewed") : "",
  ].filter((text) => text !== "");
  return {
    name,
    ...(sentences.length === 0 ? {} : { description: sentences.join("\n") }),
    inputSchema: inputSchema(contract),
  };
}

function shown(text: string, maximum: number): string {
  // Skip the work for text far beyond the limit.
  return cutAtWord(visibleData(withoutEnvelopeTags(text.trim().slice(0, 2 * maximum))), maximum);
}

function inputSchema({ parameters, definitions }: AgentTool["contract"]): JsonSchema {
  return parameters === undefined
    ? { type: "object", properties: {}, additionalProperties: true }
    : typeToJsonSchema({ kind: "map", fields: parameters }, { definitions, bounds: false });
}
