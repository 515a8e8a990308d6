// A schema of the AI SDK as a Standard Schema, which tools of PTC take: what zod and other
// libraries make stays as it is; what `jsonSchema()` made is read here. The AI SDK itself checks
// nothing where `jsonSchema()` was given no `validate`; here the type that the JSON Schema
// describes is checked.

import type { StandardSchema } from "@ptc/core/contracts";
import { isStandardSchema, isThenable } from "@ptc/core/internal/contracts";
import { OptionError } from "@ptc/core/errors";
import { inputSchema, outputSchema } from "@ptc/signature";
import { signatureFromJsonSchema } from "@ptc/signature/json-schema";

export type SchemaRole = "inputSchema" | "outputSchema" | "contextSchema";

/** By this symbol the AI SDK knows schemas of its own. */
const schemaSymbol = Symbol.for("vercel.ai.schema");

/** What `jsonSchema()` and `zodSchema()` answer. */
interface OwnSchema {
  readonly jsonSchema: unknown;
  readonly validate?: ((value: unknown) => unknown) | undefined;
}

/** The contract of a schema, and the parts of the schema that nothing checks. */
export interface Contract {
  readonly schema: StandardSchema | undefined;
  readonly unchecked: readonly string[];
}

/**
 * Returns the contract of a schema. Its `schema` is undefined if there is none.
 * @throws OptionError for a schema that cannot be read now
 */
export function contractOf(schema: unknown, place: string, role: SchemaRole): Contract {
  const option = `${place}.${role}`;
  if (schema === undefined || schema === null) return whole(undefined);
  if (isStandardSchema(schema)) return whole(schema);
  if (isOwnSchema(schema)) return contractOfOwn(schema, option, role);
  // A schema that is made when it is needed.
  const made: unknown = typeof schema === "function" ? Reflect.apply(schema, undefined, []) : null;
  if (isStandardSchema(made)) return whole(made);
  if (isOwnSchema(made)) return contractOfOwn(made, option, role);
  throw new OptionError(option, "expected a schema of zod or another library, or jsonSchema(…)");
}

function whole(schema: StandardSchema | undefined): Contract {
  return { schema, unchecked: [] };
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
  const { check, unchecked } =
    validate === undefined
      ? checkOf(jsonSchema, role)
      : { check: async (value: unknown) => resultOf(await validate(value)), unchecked: [] };
  const standard = {
    version: 1,
    vendor: "ai-sdk",
    validate: check,
    // The JSON Schema extension of Standard Schema, by which the model is told the types.
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
  // What the tool takes is JSON: a date is a text there.
  const options = { datetimes: false };
  const isInput = role === "inputSchema";
  const sides = isInput ? { input: schema } : { output: schema };
  const { signature, dropped } = signatureFromJsonSchema(sides, options);
  const standard = isInput ? inputSchema(signature) : outputSchema(signature);
  return { check: standard["~standard"].validate, unchecked: dropped };
}

/** The answer of a `validate` function, which may be anything. */
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
