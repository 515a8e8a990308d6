// JSON Schemas from anywhere (MCP servers, OpenAPI, libraries) as types and signatures. Whatever
// comes in, something comes out, in bounded time: the nearest type that a signature can say, and
// what it does not say.

import type { Definition, Field, Signature, Type } from "../model.ts";
import { renderSignature } from "../rendering/render-signature.ts";
import { withoutNil } from "./reading.ts";
import { SchemaReader, type FromJsonSchemaOptions } from "./schema-reader.ts";

export interface TypeFromSchema {
  readonly type: Type;
  /** What the names in the type stand for, each after those that it uses itself. */
  readonly definitions: readonly Definition[];
  /**
   * What the type does not say, in lines with places such as `/properties/age: minimum 18`; a
   * hundred at most, then how many more. Titles are not among it, nor whether further fields are
   * allowed, nor that a field that may be missing may be nil too.
   */
  readonly dropped: readonly string[];
}

export interface SignatureFromSchemas {
  readonly signature: Signature;
  /** As of a type, with `input` or `output` before each place. */
  readonly dropped: readonly string[];
}

/**
 * The schemas of a tool; without an input there are no parameters, without an output it may be
 * anything.
 */
export interface SchemaSides {
  readonly input?: unknown;
  readonly output?: unknown;
}

/**
 * The type of a schema of draft 4 to 2020-12 or OpenAPI. The schema is read and never changed;
 * nothing is fetched.
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
 * The signature of a tool by the schemas of its two sides: the properties of the input are the
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

/** A schema may be an object that throws when it is looked at. */
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
  reader.dropped.add(undefined, "its properties are not named: said as no parameters");
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
