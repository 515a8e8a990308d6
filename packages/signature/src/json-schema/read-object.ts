// Converts objects to maps with fields, or to `:map` if a schema names no fields. A boolean
// `additionalProperties` is not noted as dropped, because the validation mode, not the type,
// decides about additional fields.

import { shortened } from "@ptc/core/internal/printing";
import { hostFieldName, isFirewalledName } from "@ptc/core/internal/values";
import type { Field, Type } from "../model.ts";
import { impossibleName, placeInside, type Place } from "./dropped.ts";
import { fileTitle, optionalTitle } from "./json-schema.ts";
import { withoutNil, type Reading, type Said } from "./reading.ts";
import { isSchemaObject, type SchemaNode } from "./schema-node.ts";

/**
 * Reads an object schema. `requiredElsewhere` has the names that another branch of an `allOf`
 * requires.
 */
export function readObject(
  reader: Reading,
  node: SchemaNode,
  place: Place | undefined,
  requiredElsewhere: Iterable<unknown> = [],
): Type {
  if (node.get("title") === fileTitle) return file(reader, node);
  const properties = propertiesOf(reader, node);
  const required = new Set(
    [...requiredBy(reader, node), ...requiredElsewhere].filter((name) => typeof name === "string"),
  );
  if (areAnyTexts(reader, node.get("propertyNames"))) node.take("propertyNames");
  node.takeIf("unevaluatedProperties", true, false);
  const additional = readAdditional(reader, node);
  if (isFree(properties, required, additional)) return reader.simple("any-map");
  return reader.inside(place, () => {
    const fields = new FieldReader(reader, place, required).read(
      properties ?? new Map<string, unknown>(),
    );
    const isNameless = fields.length === 0 && (properties?.size ?? 0) + required.size > 0;
    return isNameless ? reader.simple("any-map") : reader.made({ kind: "map", fields });
  });
}

function file(reader: Reading, node: SchemaNode): Type {
  for (const keyword of ["properties", "required", "additionalProperties"]) node.take(keyword);
  return reader.simple("file");
}

function propertiesOf(reader: Reading, node: SchemaNode): Map<string, unknown> | undefined {
  const properties = node.get("properties");
  if (!isSchemaObject(properties)) return undefined;
  node.take("properties");
  return reader.fieldsOf(properties);
}

function requiredBy(reader: Reading, node: SchemaNode): readonly unknown[] {
  return Array.isArray(node.get("required")) ? reader.elementsOf(node.take("required")) : [];
}

/** True if a schema for property names only says that they are strings, which they always are. */
function areAnyTexts(reader: Reading, names: unknown): boolean {
  const fields = fieldsBehind(reader, names);
  return fields?.size === 1 && fields.get("type") === "string";
}

type Additional = "unsaid" | "none" | "any" | "typed";

/**
 * Reads what the schema says about fields that it doesn't name. A schema for them stays in the
 * node, so it is noted as dropped.
 */
function readAdditional(reader: Reading, node: SchemaNode): Additional {
  const additional = node.get("additionalProperties");
  if (
    node.has("patternProperties") ||
    (additional !== undefined && typeof additional !== "boolean" && !isOpen(reader, additional))
  )
    return "typed";
  node.take("additionalProperties");
  return additional === true ? "any" : additional === false ? "none" : "unsaid";
}

/** True if the schema is `{}`, which accepts anything. */
function isOpen(reader: Reading, schema: unknown): boolean {
  return fieldsBehind(reader, schema)?.size === 0;
}

/**
 * Returns the fields of a schema. If it only refers to another schema, returns the fields of that
 * one.
 */
function fieldsBehind(reader: Reading, schema: unknown): ReadonlyMap<string, unknown> | undefined {
  if (!isSchemaObject(schema)) return undefined;
  const fields = reader.fieldsOf(schema);
  const reference = fields.get("$ref");
  const target =
    fields.size === 1 && typeof reference === "string"
      ? reader.resolve(reference)?.schema
      : undefined;
  return isSchemaObject(target) ? reader.fieldsOf(target) : fields;
}

/** True if the schema names no fields, so that the type is `:map`. */
function isFree(
  properties: ReadonlyMap<string, unknown> | undefined,
  required: ReadonlySet<string>,
  additional: Additional,
): boolean {
  if (required.size > 0) return false;
  return properties === undefined
    ? additional !== "none"
    : properties.size === 0 && (additional === "any" || additional === "typed");
}

class FieldReader {
  private readonly reader: Reading;
  private readonly place: Place | undefined;
  private readonly required: ReadonlySet<string>;
  /**
   * The names so far, by host spelling. For a program, `due-date` and `due_date` are the same
   * name.
   */
  private readonly taken = new Map<string, string>();

  constructor(reader: Reading, place: Place | undefined, required: ReadonlySet<string>) {
    this.reader = reader;
    this.place = place;
    this.required = required;
  }

  read(properties: ReadonlyMap<string, unknown>): Field[] {
    const fields: Field[] = [];
    for (const [name, schema] of properties) {
      const place = placeInside(this.place, "properties", name);
      if (schema === false) this.reader.dropped.add(place, "false, a field that must be absent");
      else if (this.claim(name, place))
        fields.push(this.field(name, this.reader.say(schema, place)));
    }
    for (const name of this.required) {
      if (properties.has(name) || !this.claim(name, placeInside(this.place, "required", name)))
        continue;
      fields.push(this.field(name, { type: this.reader.simple("any") }));
    }
    return fields;
  }

  private field(name: string, { type, title, description }: Said): Field {
    const optional =
      !this.required.has(name) || (title === optionalTitle && type.kind === "nilable");
    return {
      name,
      type: optional ? withoutNil(type) : type,
      optional,
      firewalled: isFirewalledName(name),
      ...(description === undefined ? {} : { description }),
    };
  }

  /** Claims the name for a field. Returns true if a field of the signature can have it. */
  private claim(name: string, place: Place | undefined): boolean {
    const earlier = this.taken.get(hostFieldName(name));
    if (!/^[A-Za-z_][A-Za-z0-9_-]*$/u.test(name)) this.reader.dropped.add(place, impossibleName);
    else if (earlier !== undefined)
      this.reader.dropped.add(place, `one name with ${shortened(earlier, 40)} to a program`);
    else {
      this.taken.set(hostFieldName(name), name);
      return true;
    }
    return false;
  }
}
