// Reads JSON Schemas from anywhere (MCP servers, OpenAPI, libraries) to types and signatures. Every
// input has an answer in bounded time: the nearest type that a signature can express, and a list of
// what it does not express.

import type { Definition, Field, Signature, Type } from "../model.ts";
import { unnamedProperties } from "./dropped.ts";
import { renderSignature } from "../rendering/render-signature.ts";
import { withoutNil } from "./reading.ts";
import { SchemaReader, type FromJsonSchemaOptions } from "./schema-reader.ts";

/** A type read from a schema, and what of it the type does not express. */
export interface TypeFromSchema {
  readonly type: Type;
  /** What the names in the type stand for. A definition stands behind those that it uses. */
  readonly definitions: readonly Definition[];
  /**
   * What the type does not express, in lines with places such as `/properties/age: minimum 18`: at
   * most a hundred, then the number of further ones. Not mentioned are titles, whether further
   * fields are allowed, and that a field which may be missing may also be nil.
   */
  readonly dropped: readonly string[];
}

/** A signature read from two schemas, and what of them it does not express. */
export interface SignatureFromSchemas {
  readonly signature: Signature;
  /** The same as for a type, with `input` or `output` in front of each place. */
  readonly dropped: readonly string[];
}

/**
 * The two schemas of a tool. Without an input schema it has no parameters, without an output schema
 * it may answer anything.
 */
export interface SchemaSides {
  readonly input?: unknown;
  readonly output?: unknown;
}

/**
 * The type of a schema of draft 4 to 2020-12 or OpenAPI. The schema is not changed, and nothing is
 * fetched.
 */
export function fromJsonSchema(
  schema: unknown,
  options: FromJsonSchemaOptions = {},
): TypeFromSchema {
  const reader = new SchemaReader(options);
  const type = readSafely(reader, schema, "");
  if (reader.extents.isExhausted)
    return {
      type: { kind: "any" },
      definitions: [],
      dropped: ["/: the schema is too large: said as :any"],
    };
  return { type, definitions: reader.usedDefinitions([type]), dropped: reader.dropped.list() };
}

/**
 * The signature of a tool from the schemas of its two sides. The properties of the input become the
 * parameters.
 */
export function signatureFromJsonSchema(
  { input, output }: SchemaSides,
  options: FromJsonSchemaOptions = {},
): SignatureFromSchemas {
  const reader = new SchemaReader(options);
  const parameters =
    input === undefined ? [] : parametersOf(reader, readSafely(reader, input, "input"));
  const result =
    output === undefined ? { kind: "any" as const } : readSafely(reader, output, "output");
  if (reader.extents.isExhausted)
    return {
      signature: signatureOf([], [], { kind: "any" }),
      dropped: ["the schemas are too large: said as () -> :any"],
    };
  const definitions = reader.usedDefinitions([...parameters.map(({ type }) => type), result]);
  return {
    signature: signatureOf(definitions, parameters, result),
    dropped: reader.dropped.list(),
  };
}

/** Reads a schema, which may be an object that throws when it is looked at. */
function readSafely(reader: SchemaReader, schema: unknown, side: string): Type {
  try {
    return reader.readRoot(schema, side);
  } catch {
    reader.dropped.add(undefined, "the schema cannot be read: said as :any");
    return { kind: "any" };
  }
}

function parametersOf(reader: SchemaReader, type: Type): readonly Field[] {
  const body = withoutNil(type);
  if (body !== type) reader.dropped.add(undefined, "null in place of the arguments");
  if (body.kind === "reference") return parametersOf(reader, body.type);
  if (body.kind === "map") return body.fields;
  reader.dropped.add(undefined, unnamedProperties);
  return [];
}

function signatureOf(
  definitions: readonly Definition[],
  parameters: readonly Field[],
  output: Type,
): Signature {
  return {
    definitions,
    parameters,
    output,
    text: renderSignature({ definitions, parameters, output }),
  };
}
