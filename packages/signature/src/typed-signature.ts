// The signature as host code uses it: its content as data, a Standard Schema for its output, and
// the compile-time types of both sides.

import { shortened } from "@ptc/core/internal/printing";
import { typeToJsonSchema } from "./json-schema/to-json-schema.ts";
import type { Definition, Field, Signature, Type } from "./model.ts";
import type { Crossing } from "./validation/crossing.ts";
import { validateInputAs, validateOutputAs } from "./validation/validate.ts";
import { mismatchText, type PathSegment, type ValidationResult } from "./validation/violation.ts";

/** One violation, in the form of Standard Schema. */
export interface SignatureIssue {
  /** Doesn't contain the path. */
  readonly message: string;
  readonly path?: readonly PathSegment[];
}

/** The result of a Standard Schema. */
export type SignatureResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly SignatureIssue[] };

/** The common interface of schema libraries (https://standardschema.dev, version 1). */
export interface SignatureSchema<Value = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "ptc";
    readonly validate: (value: unknown) => SignatureResult<Value>;
    /** For the compiler only; absent at run time. */
    readonly types?: { readonly input: Value; readonly output: Value } | undefined;
    /** The JSON Schema extension of Standard Schema. Input and output have the same type here. */
    readonly jsonSchema: { readonly input: JsonSchemaWriter; readonly output: JsonSchemaWriter };
  };
}

/**
 * Writes the JSON Schema of one side.
 * @throws TypeError for a target other than `draft-2020-12`
 */
export type JsonSchemaWriter = (options: { readonly target: string }) => Record<string, unknown>;

/**
 * A parsed signature. As a Standard Schema it validates its output; `inputSchema` returns the
 * schema of its parameters.
 */
export interface TypedSignature<Input = unknown, Output = unknown>
  extends Signature, SignatureSchema<Output> {
  /** For the compiler only; absent at run time. */
  readonly "~types"?: { readonly input: Input; readonly output: Output } | undefined;
}

/** A signature made from `text`. It is a class, so that the schema doesn't appear in the data. */
export class ReadSignature<Input, Output> implements TypedSignature<Input, Output> {
  readonly definitions: readonly Definition[];
  readonly parameters: readonly Field[];
  readonly output: Type;
  readonly text: string;

  constructor({ definitions, parameters, output, text }: Signature) {
    this.definitions = definitions;
    this.parameters = parameters;
    this.output = output;
    this.text = text;
  }

  get "~standard"(): SignatureSchema<Output>["~standard"] {
    return outputSchema<Output>(this)["~standard"];
  }
}

/**
 * Returns the output as a Standard Schema, which validates like `validateOutput`. If not all
 * violations are listed, one last issue counts the rest.
 */
export function outputSchema<Output = unknown>(
  signature: Pick<Signature, "output"> &
    Partial<Pick<Signature, "definitions">> &
    Pick<TypedSignature<unknown, Output>, "~types">,
): SignatureSchema<Output> {
  return outputSchemaAs(signature, {});
}

/** Like `outputSchema`, for values that cross as `crossing` says. */
export function outputSchemaAs<Output = unknown>(
  signature: Pick<Signature, "output"> & Partial<Pick<Signature, "definitions">>,
  crossing: Crossing,
): SignatureSchema<Output> {
  return schemaOf(
    (value) => validateOutputAs(signature, value, "enabled", crossing),
    signature.output,
    signature.definitions,
  );
}

/**
 * Returns the parameters as a Standard Schema for one object, which validates like
 * `validateInput`.
 */
export function inputSchema<Input = unknown>(
  signature: Pick<Signature, "parameters"> &
    Partial<Pick<Signature, "definitions">> &
    Pick<TypedSignature<Input>, "~types">,
): SignatureSchema<Input> {
  return inputSchemaAs(signature, {});
}

/** Like `inputSchema`, for values that cross as `crossing` says. */
export function inputSchemaAs<Input = unknown>(
  signature: Pick<Signature, "parameters"> & Partial<Pick<Signature, "definitions">>,
  crossing: Crossing,
): SignatureSchema<Input> {
  return schemaOf(
    (value) => validateInputAs(signature, value, "enabled", crossing),
    { kind: "map", fields: signature.parameters },
    signature.definitions,
  );
}

function schemaOf<Value>(
  validate: (value: unknown) => ValidationResult,
  type: Type,
  definitions: readonly Definition[] = [],
): SignatureSchema<Value> {
  const write: JsonSchemaWriter = ({ target }) => {
    if (target !== "draft-2020-12")
      throw new TypeError(
        `signatures convert to JSON Schema draft-2020-12, not to ${shortened(target, 40)}`,
      );
    return { ...typeToJsonSchema(type, { definitions }) };
  };
  return {
    "~standard": {
      version: 1,
      vendor: "ptc",
      // A value that fits a type of the signature has the inferred type, but the compiler can't
      // prove it.
      validate: (value) => standardResult(validate(value)) as SignatureResult<Value>,
      jsonSchema: { input: write, output: write },
    },
  };
}

function standardResult(result: ValidationResult): SignatureResult<unknown> {
  if (result.ok) return { value: result.value };
  const issues: SignatureIssue[] = result.violations.map((violation) => ({
    message: mismatchText(violation),
    path: violation.segments,
  }));
  return {
    issues:
      result.omitted === 0
        ? issues
        : [...issues, { message: `and ${String(result.omitted)} more violations` }],
  };
}
