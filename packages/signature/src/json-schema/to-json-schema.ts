// Writes signatures and types as JSON Schema, for whatever takes one: MCP tools, OpenAPI,
// providers.

import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { Signature, Type } from "../model.ts";
import type { DefinitionOptions, JsonSchema } from "./json-schema.ts";
import { writeSchema } from "./write-schema.ts";

/** The options of `toJsonSchema` and `typeToJsonSchema`. */
export interface JsonSchemaOptions {
  /**
   * Whether maps take no further fields, as with the mode `strict` of the validation; default
   * false.
   */
  readonly closed?: boolean;
  /**
   * Whether integers have the bounds within which a number holds them exactly; default true. A
   * model that reads the schema learns nothing from them.
   */
  readonly bounds?: boolean;
}

const schemaOptions = ["closed", "bounds"] satisfies (keyof JsonSchemaOptions)[];

/** The two sides of a signature; `input` is an object whose properties are the parameters. */
export interface SignatureJsonSchemas {
  readonly input: JsonSchema;
  readonly output: JsonSchema;
}

/**
 * `ok: false` names the places that cannot be expressed in the strict subset, in the order of the
 * type.
 */
export type StrictJsonSchemaResult =
  | { readonly ok: true; readonly schema: JsonSchema }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Both sides of a signature as JSON Schema 2020-12. `signatureFromJsonSchema` reads them back to
 * the same signature.
 * @throws OptionError for an unknown option
 */
export function toJsonSchema(
  signature: Omit<Signature, "text">,
  options: JsonSchemaOptions = {},
): SignatureJsonSchemas {
  assertKnownOptions(options, schemaOptions);
  const { definitions, parameters, output } = signature;
  return {
    input: typeToJsonSchema({ kind: "map", fields: parameters }, { ...options, definitions }),
    output: typeToJsonSchema(output, { ...options, definitions }),
  };
}

/**
 * A type as JSON Schema 2020-12. A datetime is a text, as always in JSON.
 * @throws OptionError for an unknown option
 */
export function typeToJsonSchema(
  type: Type,
  options: JsonSchemaOptions & DefinitionOptions = {},
): JsonSchema {
  assertKnownOptions(options, [...schemaOptions, "definitions"]);
  const { closed = false, ...written } = options;
  return writeSchema(type, closed ? "closed" : "open", written).schema;
}

/**
 * A type in the subset that structured output takes (strict mode of OpenAI, structured outputs of
 * Anthropic): an object at the top, no further fields, every field required, an optional field as
 * one that may be null, nothing beside a `$ref`, no bounds. The limits of providers on the number
 * of fields, levels and enum values differ and are not checked.
 * @throws OptionError for an unknown option
 */
export function toStrictJsonSchema(
  type: Type,
  options: DefinitionOptions = {},
): StrictJsonSchemaResult {
  assertKnownOptions(options, ["definitions"] satisfies (keyof DefinitionOptions)[]);
  const { definitions = [] } = options;
  const { schema, problems } = writeSchema(type, "strict", { definitions, bounds: false });
  return problems.length === 0 ? { ok: true, schema } : { ok: false, problems };
}
