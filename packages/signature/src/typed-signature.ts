// A signature as a program of the host holds it: its content as data, a Standard Schema for its
// output, and for the compiler the types of both sides.

import { typeToJsonSchema } from "./json-schema/to-json-schema.ts";
import type { Definition, Field, Signature, Type } from "./model.ts";
import { validateInput, validateOutput } from "./validation/validate.ts";
import { mismatchText, type PathSegment, type ValidationResult } from "./validation/violation.ts";

/** One violation, in the form of Standard Schema. */
export interface SignatureIssue {
  /** The message does not contain the path. */
  readonly message: string;
  readonly path?: readonly PathSegment[];
}

/** The answer of a Standard Schema. */
export type SignatureResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly SignatureIssue[] };

/**
 * The interface by which schema libraries are used without knowing which one it is
 * (https://standardschema.dev, version 1).
 */
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
 * A signature that was read. As a Standard Schema it validates its output; `inputSchema` makes the
 * one for its parameters.
 */
export interface TypedSignature<Input = unknown, Output = unknown>
  extends Signature, SignatureSchema<Output> {
  /** For the compiler only; absent at run time. */
  readonly "~types"?: { readonly input: Input; readonly output: Output } | undefined;
}

/** A signature made from `text`. It is a class, so that the schema does not appear in the data. */
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
 * The output as a Standard Schema, which validates as `validateOutput` does. When there are more
 * violations than are listed, one last issue counts them.
 */
export function outputSchema<Output = unknown>(
  signature: Pick<Signature, "output"> &
    Partial<Pick<Signature, "definitions">> &
    Pick<TypedSignature<unknown, Output>, "~types">,
): SignatureSchema<Output> {
  return schemaOf(
    (value) => validateOutput(signature, value),
    signature.output,
    signature.definitions,
  );
}

/** The parameters, as one object, as a Standard Schema, which validates as `validateInput` does. */
export function inputSchema<Input = unknown>(
  signature: Pick<Signature, "parameters"> &
    Partial<Pick<Signature, "definitions">> &
    Pick<TypedSignature<Input>, "~types">,
): SignatureSchema<Input> {
  return schemaOf(
    (value) => validateInput(signature, value),
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
        `a signature is written as JSON Schema draft-2020-12, not ${target.slice(0, 40)}`,
      );
    return { ...typeToJsonSchema(type, { definitions }) };
  };
  return {
    "~standard": {
      version: 1,
      vendor: "ptc",
      // A value that fits a type of the signature has the inferred type, which the compiler cannot
      // follow.
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
