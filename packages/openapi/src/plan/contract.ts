// Builds the contract of a tool as a signature: all arguments as one object, and the result. It is
// made from the document's schemas. If a schema exceeds the limits of signatures, a result becomes
// `:any`, and an operation with such arguments is omitted.

import { parseSignature } from "@ptc/signature";
import { signatureFromJsonSchema } from "@ptc/signature/json-schema";
import { recordOf } from "@ptc/core/internal/values";
import type { JsonObject } from "@ptc/core/internal/host";
import { Unusable } from "../document/unusable.ts";
import type { Schema, SchemaView } from "./schema-view.ts";

export interface Argument {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

export interface ContractParts {
  readonly arguments: readonly Argument[];
  /** The view of the argument schemas. */
  readonly view: SchemaView;
  readonly answer: { readonly view: SchemaView; readonly schema: Schema | undefined };
}

export interface Contract {
  readonly signature: string;
  /** Set if the type of the result had to be omitted. */
  readonly warning?: string;
}

/** @throws Unusable */
export function contractOf({ arguments: args, view, answer }: ContractParts): Contract {
  const input = inputSchema(args, view);
  const output = outputSchema(answer);
  const whole = input === undefined ? undefined : signatureText(input, output);
  if (whole !== undefined && (output !== undefined || answer.schema === undefined))
    return { signature: whole };
  const signature = whole ?? (input === undefined ? undefined : signatureText(input, undefined));
  if (signature === undefined)
    throw new Unusable("the schemas of its arguments are too large for a signature");
  return {
    signature,
    warning: "the schema of its result is too large for a signature, so the type is :any",
  };
}

/** Returns undefined if the schemas exceed the limits of signatures. */
function signatureText(input: JsonObject, output: JsonObject | undefined): string | undefined {
  const { signature, dropped } = signatureFromJsonSchema({
    input,
    ...(output === undefined ? {} : { output }),
  });
  const isTooLarge = dropped[0]?.startsWith("the schemas are too large") === true;
  return !isTooLarge && parseSignature(signature.text).ok ? signature.text : undefined;
}

function inputSchema(args: readonly Argument[], view: SchemaView): JsonObject | undefined {
  const definitions = view.definitionsFor(args.map(({ schema }) => schema));
  if (definitions === undefined) return undefined;
  return {
    type: "object",
    properties: recordOf(args.map(({ name, schema }) => [name, schema])),
    required: args.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    $defs: definitions,
  };
}

function outputSchema({ schema, view }: ContractParts["answer"]): JsonObject | undefined {
  const definitions = schema === undefined ? undefined : view.definitionsFor([schema]);
  // Some readers ignore definitions beside a top-level reference.
  return definitions === undefined ? undefined : { allOf: [schema], $defs: definitions };
}
