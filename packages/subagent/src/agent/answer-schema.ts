// The option `output`: a schema of another library for the answer of an agent. The model sees its
// JSON Schema, and the answer is the output of the schema.

import type { StandardSchema } from "@ptc/core/contracts";
import { OptionError } from "@ptc/core/errors";
import { issueText } from "@ptc/core/internal/errors";
import {
  parseSignature,
  renderSignature,
  type TypedSignature,
  type ValidationMode,
  type ValidationResult,
} from "@ptc/signature";
import { typeOfStandardSchema } from "@ptc/signature/json-schema";
import { jsonSchemaOfStandard } from "@ptc/signature/internal/json-schema";
import { schemaOption } from "./schema-option.ts";
import { signatureOption } from "./signature-option.ts";

/** The checked option `output`, as the agent stores it. */
export interface AnswerSchema {
  /** The given schema. */
  readonly schema: StandardSchema;
  /**
   * Its JSON Schema as text. Absent if the signature can express the whole schema, or if the text
   * is too long.
   */
  readonly schemaText?: string;
}

/** The maximum length of a JSON Schema in the prompt, in UTF-16 units. */
const longestSchemaText = 6_000;

/** Checks the option. @throws OptionError for a value that isn't a Standard Schema */
export function answerSchema(
  option: string,
  schema: StandardSchema | undefined,
): AnswerSchema | undefined {
  if (schema === undefined) return undefined;
  schemaOption(option, "output", schema);
  // The model writes the input of the schema, not its output.
  const { dropped } = typeOfStandardSchema(schema, "input");
  const json = dropped.length === 0 ? undefined : jsonText(jsonSchemaOfStandard(schema, "input"));
  return json === undefined || json.length > longestSchemaText
    ? { schema }
    : { schema, schemaText: json };
}

/** Omits `$schema`, which only names the dialect. */
function jsonText(schema: unknown): string | undefined {
  return JSON.stringify(schema, (key, value: unknown) => (key === "$schema" ? undefined : value));
}

/**
 * Returns the signature with the schema's type as its output, as exactly as a signature can
 * express it.
 * @throws OptionError for a signature with its own output
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
      "has an output, and so does the option `output`: write `-> :any` in the signature",
    );
  const { type, definitions } = typeOfStandardSchema(schema, "input");
  const whole = { ...given, definitions: [...given.definitions, ...definitions], output: type };
  const parsed = parseSignature(renderSignature(whole));
  // Both may use one name for different types. In this case, only the schema describes the answer.
  return parsed.ok ? parsed.signature : given;
}

/** Validates an answer that already matches the signature, and returns the schema's output. */
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
