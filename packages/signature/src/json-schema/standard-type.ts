// The type of a schema from a library of the host, by the JSON Schema extension of Standard Schema
// if the library has it. Source: https://standardschema.dev/json-schema

import { visibleLine } from "@ptc/core/internal/printing";
import { OptionError } from "@ptc/core/errors";
import { fromJsonSchema, type TypeFromSchema } from "./from-json-schema.ts";
import { zodDialect } from "./zod-dialect.ts";

/** `input`: what the schema takes; `output`: what it makes of that. */
export type SchemaSide = "input" | "output";

interface Converted {
  readonly vendor: unknown;
  readonly schema: unknown;
}

/**
 * The type of one side of a Standard Schema. A schema without JSON Schema has the type `:any`, and
 * `dropped` says why. The schema is for values of the host, so `format: date-time` is a text,
 * except where zod or this package mean a `Date`.
 * @throws OptionError for a side that is neither `input` nor `output`.
 */
export function typeOfStandardSchema(schema: unknown, side: SchemaSide): TypeFromSchema {
  if (!["input", "output"].includes(side))
    throw new OptionError("side", `takes "input" or "output", got ${JSON.stringify(side)}`);
  let converted: Converted | undefined;
  try {
    converted = convert(schema, side);
  } catch (error) {
    return unknownType(`the schema cannot be said as JSON Schema (${messageOf(error)})`);
  }
  if (converted === undefined) return unknownType("the schema does not say its JSON Schema");
  return fromJsonSchema(converted.schema, {
    datetimes: converted.vendor === "zod" || converted.vendor === "ptc",
  });
}

/**
 * The JSON Schema that a Standard Schema says for one of its sides, as its library writes it;
 * `undefined` where it says none, or fails.
 */
export function jsonSchemaOfStandard(schema: unknown, side: SchemaSide): unknown {
  try {
    return convert(schema, side)?.schema;
  } catch {
    return undefined;
  }
}

/**
 * `undefined` for a schema without the extension. Everything that is called here is the host's code
 * and may throw.
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

/** A schema may be a function too. */
function fieldOf(value: unknown, name: string): unknown {
  const hasFields = (typeof value === "object" && value !== null) || typeof value === "function";
  return hasFields ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function unknownType(reason: string): TypeFromSchema {
  return { type: { kind: "any" }, definitions: [], dropped: [`/: ${reason}: said as :any`] };
}

function messageOf(error: unknown): string {
  try {
    return visibleLine((error instanceof Error ? error.message : String(error)).slice(0, 200));
  } catch {
    return "its error cannot be read";
  }
}
