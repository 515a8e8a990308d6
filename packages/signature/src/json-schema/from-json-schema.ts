// Converts JSON Schemas from any source (MCP servers, OpenAPI, libraries) to types and signatures.
// Every input gives a result in bounded time: the nearest type that a signature can express, and a
// list of what it doesn't express.

import type { Definition, Field, Signature, Type } from "../model.ts";
import { unnamedProperties } from "./dropped.ts";
import { renderSignature } from "../rendering/render-signature.ts";
import { withoutNil } from "./reading.ts";
import { SchemaReader, type FromJsonSchemaOptions } from "./schema-reader.ts";

/** A type read from a schema, and the parts of the schema that the type doesn't express. */
export interface TypeFromSchema {
  readonly type: Type;
  /** The definitions of the names in the type. Each definition follows the ones that it uses. */
  readonly definitions: readonly Definition[];
  /**
   * The parts of the schema that the type doesn't express, as lines with locations such as
   * `/properties/age: minimum 18`. Has at most 100 such lines, then one line with the number of
   * the rest. Titles, `additionalProperties` with a boolean, and that an optional field may also
   * be nil are not listed.
   */
  readonly dropped: readonly string[];
}

/** A signature read from two schemas, and the parts of the schemas that it doesn't express. */
export interface SignatureFromSchemas {
  readonly signature: Signature;
  /** As for a type, with `input` or `output` before each location. */
  readonly dropped: readonly string[];
}

/**
 * The two schemas of a tool. Without an input schema it has no parameters; without an output
 * schema it may return anything.
 */
export interface SchemaSides {
  readonly input?: unknown;
  readonly output?: unknown;
}

/**
 * Converts a schema of draft 4 to 2020-12 or OpenAPI to a type. Doesn't change the schema or fetch
 * other documents.
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
      dropped: ["/: the schema is too large: read as :any"],
    };
  return { type, definitions: reader.usedDefinitions([type]), dropped: reader.dropped.list() };
}

/**
 * Converts the two schemas of a tool to a signature. The properties of the input become the
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
      dropped: ["the schemas are too large: read as () -> :any"],
    };
  const definitions = reader.usedDefinitions([...parameters.map(({ type }) => type), result]);
  return {
    signature: signatureOf(definitions, parameters, result),
    dropped: reader.dropped.list(),
  };
}

/** Reads a schema that may throw when its fields are read. */
function readSafely(reader: SchemaReader, schema: unknown, side: string): Type {
  try {
    return reader.readRoot(schema, side);
  } catch {
    reader.dropped.add(undefined, "the schema cannot be read: read as :any");
    return { kind: "any" };
  }
}

function parametersOf(reader: SchemaReader, type: Type): readonly Field[] {
  const body = withoutNil(type);
  if (body !== type) reader.dropped.add(undefined, "null instead of the arguments");
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
