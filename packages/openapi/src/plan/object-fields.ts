// The fields of an object schema, those of its `allOf` included, where each field can be an
// argument of its own.

import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { own, ownList } from "../document/json-object.ts";
import type { Schema, SchemaView } from "./schema-view.ts";

export interface ObjectFields {
  readonly fields: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  /** Whether the schema says that there may be fields that it does not name. */
  readonly isOpen: boolean;
}

const mostFields = 200;
const deepestParts = 20;

/**
 * Undefined for what is no object, may be null, is one of several, or names no field or more than
 * 200.
 */
export function objectFields(schema: Schema, view: SchemaView): ObjectFields | undefined {
  const found = new FieldSearch(view);
  if (!found.add(schema, 0)) return undefined;
  const count = found.fields.size;
  return count === 0 || count > mostFields ? undefined : found;
}

class FieldSearch implements ObjectFields {
  readonly fields = new Map<string, Schema>();
  readonly required = new Set<string>();
  isOpen = false;
  private readonly view: SchemaView;

  constructor(view: SchemaView) {
    this.view = view;
  }

  /** Answers whether the schema is one of an object with fields that are known. */
  add(given: Schema, depth: number): boolean {
    const schema = this.view.follow(given);
    if (!isObject(schema) || depth > deepestParts || !isObjectSchema(schema)) return false;
    for (const part of ownList(schema, "allOf"))
      if (!this.add(part as Schema, depth + 1)) return false;
    const properties = own(schema, "properties");
    if (isObject(properties))
      for (const [name, property] of Object.entries(properties))
        this.addField(name, property as Schema);
    for (const name of ownList(schema, "required")) this.required.add(String(name));
    const further = own(schema, "additionalProperties");
    if (further === true || isObject(further) || own(schema, "patternProperties") !== undefined)
      this.isOpen = true;
    return true;
  }

  private addField(name: string, schema: Schema): void {
    const earlier = this.fields.get(name);
    this.fields.set(name, earlier === undefined ? schema : { allOf: [earlier, schema] });
  }
}

function isObjectSchema(schema: JsonObject): boolean {
  const type = own(schema, "type");
  const isTyped = type === "object" || (Array.isArray(type) && type.join() === "object");
  if (type !== undefined && !isTyped) return false;
  if (own(schema, "nullable") === true || own(schema, "title") === ":file") return false;
  return ["anyOf", "oneOf", "enum", "const"].every((keyword) => own(schema, keyword) === undefined);
}
