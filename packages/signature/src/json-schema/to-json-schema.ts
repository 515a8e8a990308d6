// Writes signatures and types as JSON Schema for consumers such as MCP tools, OpenAPI and
// providers.

import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { Signature, Type } from "../model.ts";
import type { JsonSchema } from "@ptc/core/contracts";
import type { DefinitionOptions } from "./json-schema.ts";
import { writeSchema } from "./write-schema.ts";

/** The options of `toJsonSchema` and `typeToJsonSchema`. */
export interface JsonSchemaOptions {
  /**
   * If true, maps accept no additional fields, as in the validation mode `strict`. Default false.
   */
  readonly closed?: boolean;
  /**
   * If true (the default), integers get the bounds of exact numbers. Set it to false for schemas
   * that a model reads, because the bounds don't help a model.
   */
  readonly bounds?: boolean;
}

const schemaOptions = ["closed", "bounds"] satisfies (keyof JsonSchemaOptions)[];

/**
 * The schemas of both sides of a signature; `input` is an object whose properties are the
 * parameters.
 */
export interface SignatureJsonSchemas {
  readonly input: JsonSchema;
  readonly output: JsonSchema;
}

/**
 * `ok: false` lists the locations that the strict subset can't express, in the order of the type.
 */
export type StrictJsonSchemaResult =
  | { readonly ok: true; readonly schema: JsonSchema; readonly problems?: undefined }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Converts both sides of a signature to JSON Schema 2020-12. `signatureFromJsonSchema` converts
 * them back to the same signature.
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
 * Converts a type to JSON Schema 2020-12. Datetimes become strings, as always in JSON.
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
 * Converts a type to the subset that structured output accepts (strict mode of OpenAI, structured
 * outputs of Anthropic). The root is an object, every field is required, and additional fields are
 * not allowed. An optional field may be null, a `$ref` has no sibling keywords, and there are no
 * bounds. Doesn't check the limits on the number of fields, levels and enum values, because
 * providers differ.
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
