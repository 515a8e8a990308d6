// What a model is told of the answer that it gives by itself: a text where the signature asks for
// one or for nothing in particular, and otherwise JSON that matches it.

import type { JsonSchema, StructuredOutput } from "@ptc/llm";
import type { Type } from "@ptc/signature";
import { toStrictJsonSchema, typeToJsonSchema } from "@ptc/signature/json-schema";
import type { Agent } from "../agent/agent.ts";
import { promptText } from "./prompt-text.ts";

/** Whether the answer is a text, and not JSON. */
export function answersText({ signature }: Agent): boolean {
  const { output } = signature;
  const { kind } = output.kind === "reference" ? output.type : output;
  return kind === "string" || kind === "any";
}

/** What a model is told of the answer that is wanted. */
export function textAnswerSection(agent: Agent): string {
  if (answersText(agent)) return promptText("answer-text");
  return [
    promptText("answer-json", { schema: schemaText(agent) }),
    ...[...agent.fieldDescriptions].map(([name, description]) => `- ${name}: ${description}`),
  ].join("\n");
}

/** Providers take an object at the top only, so another value is the field `answer` of one. */
export const wrapperField = "answer";

/** Whether the answer is the field of an object, and not the object itself. */
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

/** The schema of the JSON that is wanted, as the prompt shows it. */
export function schemaText(agent: Agent): string {
  const text = isWrapped(agent.signature) ? undefined : agent.output?.schemaText;
  return text ?? JSON.stringify(schemaOf(agent));
}

/** The same for models that can be held to a schema, or to JSON only. */
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
