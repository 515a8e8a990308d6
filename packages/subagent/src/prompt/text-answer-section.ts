// The section about the answer that a model gives itself. The answer is a text if the signature
// asks for a string or any value, and otherwise JSON that matches it.

import type { JsonSchema, StructuredOutput } from "@ptc/llm";
import type { Type } from "@ptc/signature";
import { toStrictJsonSchema } from "@ptc/signature/json-schema";
import { typeToJsonSchema } from "@ptc/signature/internal/json-schema";
import type { Agent } from "../agent/agent.ts";
import { promptText } from "./prompt-text.ts";

/** True if the answer is a text instead of JSON. */
export function answersText({ signature }: Agent): boolean {
  const { output } = signature;
  const { kind } = output.kind === "reference" ? output.type : output;
  return kind === "string" || kind === "any";
}

/** Returns the section that describes the requested answer. */
export function textAnswerSection(agent: Agent): string {
  if (answersText(agent)) return promptText("answer-text");
  return [
    promptText("answer-json", { schema: schemaText(agent) }),
    ...[...agent.fieldDescriptions].map(([name, description]) => `- ${name}: ${description}`),
  ].join("\n");
}

/**
 * Providers accept only an object at the top, so any other value is wrapped in its field `answer`.
 */
export const wrapperField = "answer";

/** True if the answer is wrapped in a field of an object, because it is not an object itself. */
export function isWrapped({ output }: Agent["signature"]): boolean {
  const { kind } = output.kind === "reference" ? output.type : output;
  return kind !== "map" && kind !== "any-map";
}

function answerType({ signature }: Agent): Type {
  const { output } = signature;
  return isWrapped(signature)
    ? {
        kind: "map",
        fields: [{ name: wrapperField, type: output, optional: false, firewalled: false }],
      }
    : output;
}

/** Returns the schema of the requested JSON, as shown in the prompt. */
export function schemaText(agent: Agent): string {
  const text = isWrapped(agent.signature) ? undefined : agent.output?.schemaText;
  return text ?? JSON.stringify(schemaOf(agent));
}

/** Returns the schema for models that can enforce a schema, or only JSON. */
export function structuredOutput(agent: Agent, held: "json" | "schema"): StructuredOutput {
  if (held === "json") return { name: wrapperField };
  const { definitions } = agent.signature;
  const strict = toStrictJsonSchema(answerType(agent), { definitions });
  return strict.ok
    ? { name: wrapperField, schema: strict.schema, strict: true }
    : { name: wrapperField, schema: schemaOf(agent) };
}

function schemaOf(agent: Agent): JsonSchema {
  const { definitions } = agent.signature;
  return typeToJsonSchema(answerType(agent), { definitions, bounds: false });
}
