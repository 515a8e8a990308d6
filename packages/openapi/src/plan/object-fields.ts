// Lists the fields of an object schema, including its `allOf`, if each field can be an argument.

import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { own, ownList } from "../document/json-object.ts";
import type { Schema, SchemaView } from "./schema-view.ts";

export interface ObjectFields {
  readonly fields: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  /** True if the schema allows further fields. */
  readonly isOpen: boolean;
}

const mostFields = 200;
const deepestParts = 20;

/**
 * Returns undefined if the schema isn't an object, allows null, has alternatives, names no fields,
 * or names more than 200.
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

  /** Returns true if the schema is an object with known fields. */
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
    const additional = own(schema, "additionalProperties");
    if (
      additional === true ||
      isObject(additional) ||
      own(schema, "patternProperties") !== undefined
    )
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
