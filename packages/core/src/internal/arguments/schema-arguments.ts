// Finds the declared arguments of a tool with a Standard Schema, through the JSON Schema extension
// (https://standardschema.dev/json-schema).

import type { StandardSchema } from "../../contracts/index.ts";
import { isObject } from "../host/index.ts";
import { DeclaredArguments } from "./declared-arguments.ts";
import { SchemaLocation } from "./schema-location.ts";

/** A JSON Schema whose names count instead of those that the schema reports. */
const ownArguments = Symbol.for("ptc.argumentSchema");

/**
 * Returns a schema that declares the arguments of `jsonSchema`. For a schema whose own JSON Schema
 * lacks some of the names.
 */
export function withArgumentSchema<Schema extends StandardSchema>(
  schema: Schema,
  jsonSchema: unknown,
): Schema {
  return { ...schema, [ownArguments]: jsonSchema };
}

const known = /* @__PURE__ */ new WeakMap<object, DeclaredArguments | "none">();

/** Returns `undefined` for a schema that doesn't describe its arguments. */
export function argumentsOfSchema(schema: StandardSchema): DeclaredArguments | undefined {
  let found = known.get(schema);
  if (found === undefined) {
    const document = documentOf(schema);
    found = document === undefined ? "none" : new DeclaredArguments(document.schema, document);
    known.set(schema, found);
  }
  return found === "none" ? undefined : found;
}

const locations = /* @__PURE__ */ new WeakMap<object, SchemaLocation>();

/** Returns the root of the JSON Schema of `schema`, which is empty if it doesn't have one. */
export function locationOfSchema(schema: StandardSchema): SchemaLocation {
  let found = locations.get(schema);
  if (found === undefined) {
    found = SchemaLocation.of(documentOf(schema)?.schema);
    locations.set(schema, found);
  }
  return found;
}

/** Options that keep zod from failing on types that JSON Schema can't express. */
const zodOptions = {
  unrepresentable: "any",
  reused: "ref",
  cycles: "ref",
} as const;

interface Document {
  readonly schema: unknown;
  readonly isForeign: boolean;
}

/** The schema is host code, which may throw. */
function documentOf(schema: StandardSchema): Document | undefined {
  try {
    const own = (schema as { readonly [ownArguments]?: unknown })[ownArguments];
    if (own !== undefined) return { schema: own, isForeign: true };
    const standard: unknown = schema["~standard"];
    const { vendor, jsonSchema } = isObject(standard) ? standard : {};
    const convert = isObject(jsonSchema) ? jsonSchema["input"] : undefined;
    if (typeof convert !== "function") return undefined;
    const written: unknown = Reflect.apply(convert, jsonSchema, [
      { target: "draft-2020-12", ...(vendor === "zod" ? { libraryOptions: zodOptions } : {}) },
    ]);
    return { schema: written, isForeign: vendor === "ai-sdk" };
  } catch {
    return undefined;
  }
}
