// Builds the contract of a tool from its JSON Schemas. The part a signature can express is checked
// before and after a call and shown to the model as a type. The server checks the rest of the input
// schema, which the model gets as text. Fetches no references, and runs no patterns.

import type { StandardResult, StandardSchema, ToolArguments } from "@ptc/core/contracts";
import { renderType } from "@ptc/signature";
import { inputSchemaAs, outputSchemaAs, renderField } from "@ptc/signature/internal";
import { signatureFromJsonSchema } from "@ptc/signature/json-schema";
import { withArgumentSchema, type SchemaLocation } from "@ptc/core/internal/arguments";
import { isObject } from "@ptc/core/internal/host";
import type { McpTool } from "./mcp-client.ts";
import { checkedArguments } from "./json-arguments.ts";
import { notesOf } from "./schema-notes.ts";

export interface ToolSchemas {
  readonly inputSchema: StandardSchema;
  /** Absent if the server doesn't describe its results. */
  readonly outputSchema?: StandardSchema;
  /** The syntax of a call, for hosts that read no schemas. */
  readonly callForm: string;
  /** Further constraints of the input schema, for the model; may be empty. */
  readonly notes: string;
}

export function toolSchemas(symbol: string, tool: McpTool, location: SchemaLocation): ToolSchemas {
  const { signature, dropped } = signatureFromJsonSchema(
    {
      input: tool.inputSchema ?? {},
      ...(tool.outputSchema === undefined ? {} : { output: tool.outputSchema }),
    },
    // Values are sent as JSON, so a time is text and keeps its spelling.
    { datetimes: false },
  );
  const { parameters, definitions, output } = signature;
  const isFree = parameters.length === 0 && !takesNothing(tool.inputSchema);
  const notes = notesOf(dropped);
  const args = isFree ? " {…}" : parameters.map((field) => `:${renderField(field)}`).join(", ");
  const named = definitions.map(({ name, type }) => `\n  :${name} is ${renderType(type)}`);
  const answer = tool.outputSchema === undefined ? "" : ` -> ${renderType(output)}`;
  return {
    inputSchema: withArgumentSchema(
      sayable(isFree ? anyArguments : inputSchemaAs(signature, anyInteger), location),
      isFree ? {} : parameters.length === 0 ? { properties: {} } : tool.inputSchema,
    ),
    ...(tool.outputSchema === undefined
      ? {}
      : { outputSchema: outputSchemaAs(signature, anyInteger) }),
    callForm: `(tool/${symbol}${isFree ? args : args === "" ? "" : ` {${args}}`})${answer}${named.join("")}`,
    notes,
  };
}

/** JSON has integers of any size. */
const anyInteger = { takesBigints: true };

/** Keywords that let an object without `properties` have fields. */
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

/** True if a schema without parameters means no arguments, as `{ type: "object" }` does. */
function takesNothing(schema: unknown): boolean {
  if (!isObject(schema)) return schema === false;
  const additional = schema["additionalProperties"];
  const isOpen = additional === true || isObject(additional);
  const properties = schema["properties"];
  const hasProperties = isObject(properties) && Object.keys(properties).length > 0;
  return (
    schema["type"] === "object" &&
    !isOpen &&
    !hasProperties &&
    !fieldKeywords.some((keyword) => Object.hasOwn(schema, keyword))
  );
}

/**
 * Returns a schema of the arguments as JSON: it refuses values that JSON can't represent, uses the
 * server's names, and omits nil where the server takes no null.
 */
function sayable(schema: StandardSchema, location: SchemaLocation): StandardSchema {
  const standard = schema["~standard"];
  const asJson = (value: unknown): StandardResult<unknown> => {
    try {
      return { value: checkedArguments(value as ToolArguments, location) };
    } catch (error) {
      return { issues: [{ message: error instanceof Error ? error.message : String(error) }] };
    }
  };
  return {
    "~standard": {
      ...standard,
      validate: (value) => {
        const given = isObject(value) ? asJson(value) : { value };
        return given.issues === undefined ? standard.validate(given.value) : given;
      },
    },
  };
}

/** Accepts any named arguments. */
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
