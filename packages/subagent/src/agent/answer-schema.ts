// The option `output`: a schema of another library for the answer of an agent. The model is told
// its JSON Schema, and an answer is what the schema makes of it.

import { isStandardSchema, issueText, type StandardSchema } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import {
  parseSignature,
  renderSignature,
  type TypedSignature,
  type ValidationMode,
  type ValidationResult,
} from "@ptc/signature";
import { jsonSchemaOfStandard, typeOfStandardSchema } from "@ptc/signature/json-schema";
import { wrongOption } from "../options/option-checks.ts";
import { signatureOption } from "./signature-option.ts";

/** A schema for answers, as an agent keeps it. */
export interface AnswerSchema {
  /** The schema itself. */
  readonly schema: StandardSchema;
  /** Its JSON Schema as text; absent where the signature says all of it, or it is too long. */
  readonly schemaText?: string;
}

/** The longest JSON Schema that a model is told, in UTF-16 units. */
const longestSchemaText = 6_000;

/** @throws OptionError for something that is no Standard Schema */
export function answerSchema(
  option: string,
  schema: StandardSchema | undefined,
): AnswerSchema | undefined {
  if (schema === undefined) return undefined;
  if (!isStandardSchema(schema))
    throw wrongOption(option, "expected a Standard Schema (zod, valibot, arktype…)", schema);
  // What the model writes is what the schema takes.
  const { dropped } = typeOfStandardSchema(schema, "input");
  const json = dropped.length === 0 ? undefined : jsonText(jsonSchemaOfStandard(schema, "input"));
  return json === undefined || json.length > longestSchemaText
    ? { schema }
    : { schema, schemaText: json };
}

/** Without the keywords that say which dialect it is. */
function jsonText(schema: unknown): string | undefined {
  return JSON.stringify(schema, (key, value: unknown) => (key === "$schema" ? undefined : value));
}

/**
 * The signature with the type of the schema for its output, as near as a signature can say it.
 * @throws OptionError for a signature that has an output of its own
 */
export function withAnswerType(
  option: string,
  text: string | undefined,
  schema: StandardSchema,
): TypedSignature {
  const given = signatureOption(option, text ?? "() -> :any");
  if (given.output.kind !== "any")
    throw new OptionError(
      option,
      "has an output, and so has the option `output`: write `-> :any` in the signature",
    );
  const { type, definitions } = typeOfStandardSchema(schema, "input");
  const whole = { ...given, definitions: [...given.definitions, ...definitions], output: type };
  const parsed = parseSignature(renderSignature(whole));
  // Both may give one name to different types; then the schema alone says what the answer is.
  return parsed.ok ? parsed.signature : given;
}

/** What the schema makes of an answer that fits the signature. */
export async function throughSchema(
  { schema }: AnswerSchema,
  fitting: Extract<ValidationResult, { readonly ok: true }>,
  mode: ValidationMode,
): Promise<ValidationResult> {
  const result = await schema["~standard"].validate(fitting.value);
  if (result.issues === undefined) return { ...fitting, value: result.value };
  if (mode === "warn-only")
    return { ...fitting, warnings: [...(fitting.warnings ?? []), ...result.issues.map(issueText)] };
  const listed = result.issues.slice(0, longestList);
  return {
    ok: false,
    violations: listed.map((issue) => ({
      path: "",
      segments: [],
      expected: issue.message,
      got: "",
      message: issueText(issue),
    })),
    omitted: result.issues.length - listed.length,
  };
}

const longestList = 20;
