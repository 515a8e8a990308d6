// The contract of a tool, as the text of a signature: all arguments as one object, and the answer.
// It is made of the schemas of the document; what passes the bounds of a signature is said as
// `:any` in an answer, and costs the operation in its arguments.

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
  /** The view in which the schemas of the arguments stand. */
  readonly view: SchemaView;
  readonly answer: { readonly view: SchemaView; readonly schema: Schema | undefined };
}

export interface Contract {
  readonly signature: string;
  /** What it leaves out of the answer, where that is all of it. */
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

/** Undefined where the schemas pass the bounds of a signature. */
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
  // A reference at the top would hide the definitions beside it from some readers.
  return definitions === undefined ? undefined : { allOf: [schema], $defs: definitions };
}
