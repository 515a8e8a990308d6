// Finds the type of a schema from a host library, through the JSON Schema extension of Standard
// Schema if the library supports it. Source: https://standardschema.dev/json-schema

import { shortened, visibleLine } from "@ptc/core/internal/printing";
import { OptionError } from "@ptc/core/errors";
import { fromJsonSchema, type TypeFromSchema } from "./from-json-schema.ts";
import { zodDialect } from "./zod-dialect.ts";

/** `input` is the type that the schema accepts, `output` the type that it produces. */
export type SchemaSide = "input" | "output";

interface Converted {
  readonly vendor: unknown;
  readonly schema: unknown;
}

/**
 * Returns the type of one side of a Standard Schema. A schema without JSON Schema has the type
 * `:any`, and `dropped` gives the reason. The schema describes host values, so `format: date-time`
 * is a string unless zod or this package uses it for a `Date`.
 * @throws OptionError for a side other than `input` and `output`.
 */
export function typeOfStandardSchema(schema: unknown, side: SchemaSide): TypeFromSchema {
  if (!["input", "output"].includes(side))
    throw new OptionError("side", `takes "input" or "output", got ${JSON.stringify(side)}`);
  let converted: Converted | undefined;
  try {
    converted = convert(schema, side);
  } catch (error) {
    return unknownType(`the schema can't be converted to JSON Schema (${messageOf(error)})`);
  }
  if (converted === undefined) return unknownType("the schema doesn't provide a JSON Schema");
  return fromJsonSchema(converted.schema, {
    datetimes: converted.vendor === "zod" || converted.vendor === "ptc",
  });
}

/**
 * Returns the JSON Schema that the library writes for one side of a Standard Schema, or
 * `undefined` if it writes none or fails.
 */
export function jsonSchemaOfStandard(schema: unknown, side: SchemaSide): unknown {
  try {
    return convert(schema, side)?.schema;
  } catch {
    return undefined;
  }
}

/**
 * Returns `undefined` for a schema without the extension. Everything called here is host code and
 * may throw.
 */
function convert(schema: unknown, side: SchemaSide): Converted | undefined {
  const standard = fieldOf(schema, "~standard");
  const converter = fieldOf(standard, "jsonSchema");
  const method = fieldOf(converter, side);
  if (typeof method !== "function") return undefined;
  const vendor = fieldOf(standard, "vendor");
  const options = {
    target: "draft-2020-12",
    ...(vendor === "zod" ? { libraryOptions: zodDialect } : {}),
  };
  return { vendor, schema: Reflect.apply(method, converter, [options]) as unknown };
}

/** Reads a field of a schema, which may be an object or a function. */
function fieldOf(value: unknown, name: string): unknown {
  const hasFields = (typeof value === "object" && value !== null) || typeof value === "function";
  return hasFields ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function unknownType(reason: string): TypeFromSchema {
  return { type: { kind: "any" }, definitions: [], dropped: [`/: ${reason}: read as :any`] };
}

function messageOf(error: unknown): string {
  try {
    return visibleLine(shortened(error instanceof Error ? error.message : String(error), 200));
  } catch {
    return "its error cannot be read";
  }
}
