// The contract of a tool from its JSON Schemas. What a signature can say of them holds before a
// call and after it, and the model is shown it as a type. The rest of the input schema is held by
// the server, and the model is told it in words. Nothing is fetched, and no pattern is run.

import type { StandardResult, StandardSchema, ToolArguments } from "@ptc/core/contracts";
import { inputSchema, outputSchema, renderType } from "@ptc/signature";
import { renderField } from "@ptc/signature/internal";
import { signatureFromJsonSchema } from "@ptc/signature/json-schema";
import { isObject } from "@ptc/core/internal/host";
import type { McpTool } from "./mcp-client.ts";
import { jsonArguments } from "./json-arguments.ts";
import type { SchemaLocation } from "./schema-location.ts";
import { notesOf } from "./schema-notes.ts";

export interface ToolSchemas {
  readonly inputSchema: StandardSchema;
  /** Absent where the server does not say what it answers. */
  readonly outputSchema?: StandardSchema;
  /** How a call is written, for hosts that read no schemas. */
  readonly callForm: string;
  /** What the input schema says besides, for the model; empty where that is nothing. */
  readonly notes: string;
  /** Parts of the schemas that only the server holds. */
  readonly loosened: readonly string[];
}

export function toolSchemas(symbol: string, tool: McpTool, location: SchemaLocation): ToolSchemas {
  const { signature, dropped } = signatureFromJsonSchema(
    {
      input: tool.inputSchema ?? {},
      ...(tool.outputSchema === undefined ? {} : { output: tool.outputSchema }),
    },
    // Values cross as JSON: a time is a text, and stays as it was written.
    { datetimes: false },
  );
  const { parameters, definitions, output } = signature;
  const isFree = parameters.length === 0 && !takesNothing(tool.inputSchema);
  const { notes, loosened } = notesOf(dropped);
  const args = isFree ? " {…}" : parameters.map((field) => `:${renderField(field)}`).join(", ");
  const named = definitions.map(({ name, type }) => `\n  :${name} is ${renderType(type)}`);
  const answer = tool.outputSchema === undefined ? "" : ` -> ${renderType(output)}`;
  return {
    inputSchema: sayable(isFree ? anyArguments : inputSchema(signature), location),
    ...(tool.outputSchema === undefined ? {} : { outputSchema: outputSchema(signature) }),
    callForm: `(tool/${symbol}${isFree ? args : args === "" ? "" : ` {${args}}`})${answer}${named.join("")}`,
    notes,
    loosened,
  };
}

/** Keywords by which an object without `properties` takes fields. */
const fieldKeywords = [
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "required",
  "patternProperties",
  "dependentSchemas",
  "minProperties",
] as const;

/** Whether a schema without parameters means that there are none, as `{ type: "object" }` does. */
function takesNothing(schema: unknown): boolean {
  if (!isObject(schema)) return schema === false;
  const further = schema["additionalProperties"];
  const isOpen = further === true || isObject(further);
  const properties = schema["properties"];
  const hasProperties = isObject(properties) && Object.keys(properties).length > 0;
  return (
    schema["type"] === "object" &&
    !isOpen &&
    !hasProperties &&
    !fieldKeywords.some((keyword) => Object.hasOwn(schema, keyword))
  );
}

/** `schema`, which also refuses what JSON cannot say, and spells names as the server does. */
function sayable(schema: StandardSchema, location: SchemaLocation): StandardSchema {
  const standard = schema["~standard"];
  const withJsonArguments = (result: StandardResult<unknown>): StandardResult<unknown> => {
    if (result.issues !== undefined) return result;
    try {
      return { value: jsonArguments(result.value as ToolArguments, location) };
    } catch (error) {
      return { issues: [{ message: error instanceof Error ? error.message : String(error) }] };
    }
  };
  return {
    "~standard": {
      ...standard,
      validate: (value) => {
        const result = standard.validate(value);
        return result instanceof Promise
          ? result.then(withJsonArguments)
          : withJsonArguments(result);
      },
    },
  };
}

/** Takes any arguments by name. */
const anyArguments: StandardSchema & {
  readonly "~standard": { readonly jsonSchema: { readonly input: () => object } };
} = {
  "~standard": {
    version: 1,
    vendor: "ptc",
    validate: (value) =>
      isObject(value) ? { value } : { issues: [{ message: "expected named arguments" }] },
    jsonSchema: { input: () => ({ type: "object", additionalProperties: true }) },
  },
};
