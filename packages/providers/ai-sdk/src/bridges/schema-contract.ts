// Converts a schema of the AI SDK to the Standard Schema that PTC tools require. Schemas of zod and
// other libraries are unchanged; those of `jsonSchema()` are parsed here. Without `validate`, the
// AI SDK doesn't check `jsonSchema()`, so the described type is checked here.

import type { StandardSchema } from "@ptc/core/contracts";
import { forPrograms } from "@ptc/core/internal/arguments";
import { isStandardSchema, isThenable } from "@ptc/core/internal/contracts";
import { OptionError } from "@ptc/core/errors";
import { inputSchemaAs, outputSchemaAs } from "@ptc/signature/internal";
import { signatureFromJsonSchema } from "@ptc/signature/json-schema";
import { describedArguments } from "./described-arguments.ts";

export type SchemaRole = "inputSchema" | "outputSchema" | "contextSchema";

/** The symbol that marks the AI SDK's own schemas. */
const schemaSymbol = Symbol.for("vercel.ai.schema");

/** The result of `jsonSchema()` and `zodSchema()`. */
interface OwnSchema {
  readonly jsonSchema: unknown;
  readonly validate?: ((value: unknown) => unknown) | undefined;
}

/** The contract of a schema, and its unchecked parts. */
export interface Contract {
  readonly schema: StandardSchema | undefined;
  readonly unchecked: readonly string[];
}

/**
 * Returns the contract of a schema. Its `schema` is undefined for an absent schema.
 * @throws OptionError for a schema that can't be read synchronously
 */
export function contractOf(schema: unknown, place: string, role: SchemaRole): Contract {
  const option = `${place}.${role}`;
  if (schema === undefined || schema === null) return { schema: undefined, unchecked: [] };
  if (isStandardSchema(schema)) return whole(schema, role);
  if (isOwnSchema(schema)) return contractOfOwn(schema, option, role);
  // A lazy schema.
  const made: unknown = typeof schema === "function" ? Reflect.apply(schema, undefined, []) : null;
  if (isStandardSchema(made)) return whole(made, role);
  if (isOwnSchema(made)) return contractOfOwn(made, option, role);
  throw new OptionError(option, "expected a schema of zod or another library, or jsonSchema(…)");
}

function whole(schema: StandardSchema, role: SchemaRole): Contract {
  return { schema: role === "inputSchema" ? forPrograms(schema) : schema, unchecked: [] };
}

function isOwnSchema(schema: unknown): schema is OwnSchema {
  return (
    typeof schema === "object" &&
    schema !== null &&
    (schema as { readonly [schemaSymbol]?: unknown })[schemaSymbol] === true &&
    "jsonSchema" in schema
  );
}

function contractOfOwn(schema: OwnSchema, option: string, role: SchemaRole): Contract {
  const { jsonSchema, validate } = schema;
  if (isThenable(jsonSchema))
    throw new OptionError(
      option,
      "is a promise of a JSON Schema; await it first: jsonSchema(await …)",
    );
  const write = (): unknown => jsonSchema;
  const described =
    role === "inputSchema" ? describedArguments(jsonSchema) : (value: unknown) => value;
  const { check, unchecked } =
    validate === undefined
      ? checkOf(jsonSchema, role)
      : { check: async (value: unknown) => resultOf(await validate(value)), unchecked: [] };
  const standard = {
    version: 1,
    vendor: "ai-sdk",
    validate: (value: unknown) => check(described(value)),
    // The JSON Schema extension of Standard Schema, which describes the types to the model.
    jsonSchema: { input: write, output: write },
  } as const;
  return { schema: { "~standard": standard }, unchecked };
}

type Validate = StandardSchema["~standard"]["validate"];

/** Checks the type that a JSON Schema describes. The type doesn't express the `unchecked` parts. */
function checkOf(
  schema: unknown,
  role: SchemaRole,
): { readonly check: Validate; readonly unchecked: readonly string[] } {
  // The tool's input is JSON, where a date is text.
  const options = { datetimes: false };
  const isInput = role === "inputSchema";
  const sides = isInput ? { input: schema } : { output: schema };
  const { signature, dropped } = signatureFromJsonSchema(sides, options);
  // Only programs get results, and they read integers of any size.
  const standard = isInput
    ? inputSchemaAs(signature, {})
    : outputSchemaAs(signature, { takesBigints: true });
  return { check: standard["~standard"].validate, unchecked: dropped };
}

/** Reads the result of a `validate` function, which may be anything. */
function resultOf(result: unknown): Awaited<ReturnType<Validate>> {
  const { success, value, error } = (result ?? {}) as Readonly<Record<string, unknown>>;
  if (success === true) return { value };
  const issues = (error as { readonly issues?: unknown } | undefined)?.issues;
  if (Array.isArray(issues) && issues.every(isIssue)) return { issues };
  return { issues: [{ message: error instanceof Error ? error.message : "is not valid" }] };
}

function isIssue(issue: unknown): issue is { readonly message: string } {
  return (
    typeof issue === "object" &&
    issue !== null &&
    "message" in issue &&
    typeof issue.message === "string"
  );
}
