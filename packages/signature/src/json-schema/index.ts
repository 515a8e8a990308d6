// `@ptc/signature/json-schema`: signatures to and from JSON Schema, for tools, OpenAPI and the
// structured output of providers.

export { toJsonSchema, toStrictJsonSchema } from "./to-json-schema.ts";
export type {
  JsonSchemaOptions,
  SignatureJsonSchemas,
  StrictJsonSchemaResult,
} from "./to-json-schema.ts";
export type { JsonSchema } from "@ptc/core/contracts";
export type { DefinitionOptions } from "./json-schema.ts";
export { fromJsonSchema, signatureFromJsonSchema } from "./from-json-schema.ts";
export type { SchemaSides, SignatureFromSchemas, TypeFromSchema } from "./from-json-schema.ts";
export type { FromJsonSchemaOptions } from "./schema-reader.ts";
export { typeOfStandardSchema } from "./standard-type.ts";
export type { SchemaSide } from "./standard-type.ts";
