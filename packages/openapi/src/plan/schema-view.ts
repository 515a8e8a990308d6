// Converts the document's schemas for one side of an operation. It omits properties of the other
// side: `readOnly` in a request, `writeOnly` in a response. Constraints that signatures can't
// express move to descriptions. References point to `$defs`, so that each schema is self-contained.
// A definition is read once for all operations.
//
//   #/components/schemas/Order ──▶ { definition, references }  ──▶ { …schema, $defs: { Order: … } }

import { recordOf } from "@ptc/core/internal/values";
import { isObject, type JsonObject } from "@ptc/core/internal/host";
import { own, ownText } from "../document/json-object.ts";
import { pointerSegments, type References } from "../document/references.ts";
import { Unusable } from "../document/unusable.ts";
import { describedSchema } from "./schema-notes.ts";

/** `files`: a request whose body can contain bytes. */
export type Side = "request" | "files" | "answer";

/** A schema, or true for anything. */
export type Schema = JsonObject | boolean;

/** A converted schema. */
interface Copy {
  readonly schema: Schema;
  /** The definitions it refers to directly. */
  readonly references: ReadonlySet<string>;
  readonly size: number;
  /** The number of nested levels. */
  readonly height: number;
}

const deepestSchema = 100;

/** Keys and elements of the definitions for one side of an operation. */
const mostParts = 20_000;

/** Keywords whose values are schemas, lists of them, or schemas by name. */
const inner = ["items", "additionalProperties", "propertyNames", "unevaluatedProperties"] as const;
const lists = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;

/** Keywords that a signature can express, whose values are copied. */
const plain = ["type", "enum", "const", "nullable"] as const;

/** The formats of times, which decide how an instant is sent. */
const timeFormats: ReadonlySet<string> = /* @__PURE__ */ new Set(["date-time", "date", "time"]);

/** The number of parts that may still be visited, shared by all operations of a document. */
export class SchemaBudget {
  private left: number;

  constructor(parts: number) {
    this.left = parts;
  }

  /** @throws Unusable */
  spend(parts: number): void {
    this.left -= parts;
    if (this.left < 0)
      throw new Unusable(
        "the schemas of the document are too large; choose fewer operations (option include)",
      );
  }
}

export class SchemaView {
  private readonly side: Side;
  private readonly references: References;
  private readonly budget: SchemaBudget;
  private readonly definitions = new Map<string, Copy>();
  /** By object of the document, so that a shared one is read once. */
  private readonly copies = new WeakMap<object, Copy>();
  private readonly keys = new Map<string, string>();
  private readonly pointers = new Map<string, string>();

  constructor(side: Side, references: References, budget: SchemaBudget) {
    this.side = side;
    this.references = references;
    this.budget = budget;
  }

  /**
   * Returns the schema converted for this side, with references to definitions of this view.
   * @throws Unusable
   */
  read(schema: unknown): Schema {
    return this.copy(schema, 0).schema;
  }

  /**
   * Follows the references of this view to a schema. Returns the schema itself if it isn't a
   * reference.
   * @throws Unusable for a schema that only refers to itself
   */
  follow(schema: Schema): Schema {
    let target = schema;
    for (let hops = 0; isObject(target); hops++) {
      const reference = ownText(target, "$ref");
      if (reference === undefined) return target;
      if (hops > 20) throw new Unusable("a schema refers to itself");
      target = this.definition(reference).schema;
    }
    return target;
  }

  /**
   * Returns the definitions that schemas of this view need, by name under `$defs`. Returns
   * undefined if they are too large for one operation.
   * @throws Unusable
   */
  definitionsFor(schemas: readonly Schema[]): JsonObject | undefined {
    const needed = new Map<string, Schema>();
    const waiting = [...referencesIn(schemas)];
    let parts = 0;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (needed.has(next)) continue;
      const { schema, references, size } = this.definition(next);
      parts += size;
      if (parts > mostParts) return undefined;
      needed.set(next, schema);
      waiting.push(...references);
    }
    this.budget.spend(parts);
    const prefix = "#/$defs/".length;
    return recordOf([...needed].map(([reference, schema]) => [reference.slice(prefix), schema]));
  }

  private definition(reference: string): Copy {
    const known = this.definitions.get(reference);
    if (known !== undefined) return known;
    const definition = this.copy(this.references.target(this.pointers.get(reference) ?? ""), 0);
    this.definitions.set(reference, definition);
    return definition;
  }

  /** Returns the reference of this view for a pointer of the document. */
  private referenceTo(pointer: string): string {
    // Reports references without a target immediately.
    this.references.target(pointer);
    const known = this.keys.get(pointer);
    if (known !== undefined) return known;
    const base = keyOf(pointer);
    let reference = `#/$defs/${base ?? `__schema${String(this.keys.size)}`}`;
    for (let copy = 2; this.pointers.has(reference); copy++)
      reference = `#/$defs/${base ?? ""}_${String(copy)}`;
    this.keys.set(pointer, reference);
    this.pointers.set(reference, pointer);
    return reference;
  }

  private copy(schema: unknown, depth: number): Copy {
    if (typeof schema === "boolean") return { schema, references: new Set(), size: 1, height: 0 };
    if (!isObject(schema)) throw new Unusable("one of its schemas is not an object");
    const copy =
      depth > deepestSchema ? undefined : (this.copies.get(schema) ?? this.copyNew(schema, depth));
    if (copy === undefined || depth + copy.height > deepestSchema)
      throw new Unusable(`its schemas are nested more than ${String(deepestSchema)} levels deep`);
    this.copies.set(schema, copy);
    return copy;
  }

  private copyNew(schema: JsonObject, depth: number): Copy {
    const references = new Set<string>();
    let height = 0;
    let size = 1 + Object.keys(schema).length;
    this.budget.spend(size);
    const copyOf = (part: unknown): Schema => {
      const copy = this.copy(part, depth + 1);
      size += copy.size;
      height = Math.max(height, 1 + copy.height);
      for (const reference of copy.references) references.add(reference);
      return copy.schema;
    };
    const written = this.isFile(schema) ? fileSchema(schema) : this.written(schema, copyOf);
    const own = ownText(written, "$ref");
    if (own !== undefined) references.add(own);
    return { schema: written, references, size, height };
  }

  private written(schema: JsonObject, copyOf: (part: unknown) => Schema): JsonObject {
    const fields: [string, unknown][] = [];
    const reference = ownText(schema, "$ref");
    if (reference !== undefined) fields.push(["$ref", this.referenceTo(reference)]);
    for (const keyword of plain)
      if (isPlainValue(own(schema, keyword))) fields.push([keyword, own(schema, keyword)]);
    for (const keyword of inner) {
      const part = own(schema, keyword);
      if (typeof part === "boolean" || isObject(part)) fields.push([keyword, copyOf(part)]);
    }
    for (const keyword of lists) {
      const list = own(schema, keyword);
      if (Array.isArray(list)) fields.push([keyword, list.map(copyOf)]);
    }
    if (isObject(own(schema, "patternProperties"))) fields.push(["patternProperties", {}]);
    fields.push(...this.properties(schema, copyOf));
    const format = ownText(schema, "format");
    if (this.side !== "answer" && format !== undefined && timeFormats.has(format))
      fields.push(["format", format]);
    const description = describedSchema(schema, this.side !== "answer");
    if (description !== undefined) fields.push(["description", description]);
    return recordOf(fields);
  }

  /** Returns the properties of this side, and the names of the required ones. */
  private properties(
    schema: JsonObject,
    copyOf: (part: unknown) => Schema,
  ): readonly [string, unknown][] {
    const properties = own(schema, "properties");
    const hidden = new Set<string>();
    const shownProperties: [string, Schema][] = [];
    if (isObject(properties))
      for (const [name, property] of Object.entries(properties))
        if (this.isHidden(property)) hidden.add(name);
        else shownProperties.push([name, copyOf(property)]);
    const required = own(schema, "required");
    return [
      ...(isObject(properties)
        ? [["properties", recordOf(shownProperties)] as [string, unknown]]
        : []),
      ...(Array.isArray(required)
        ? [
            [
              "required",
              (required as readonly unknown[]).filter(
                (name) => typeof name === "string" && !hidden.has(name),
              ),
            ] as [string, unknown],
          ]
        : []),
    ];
  }

  /** True if only the other side has the property. */
  private isHidden(property: unknown): boolean {
    const keyword = this.side === "answer" ? "writeOnly" : "readOnly";
    if (!isObject(property)) return false;
    if (own(property, keyword) === true) return true;
    const target = this.references.follow(property);
    return isObject(target) && own(target, keyword) === true;
  }

  private isFile(schema: JsonObject): boolean {
    if (this.side !== "files" || ownText(schema, "$ref") !== undefined) return false;
    const type = own(schema, "type");
    if (type !== undefined && type !== "string") return false;
    const mediaType = ownText(schema, "contentMediaType");
    return (
      ownText(schema, "format") === "binary" ||
      (mediaType !== undefined &&
        own(schema, "contentEncoding") === undefined &&
        !/^text\/|json|xml/i.test(mediaType))
    );
  }
}

/** Returns the schema of a host file; see `@ptc/signature`. */
export function fileSchema(schema: JsonObject = {}): JsonObject {
  const description = describedSchema(schema, false);
  return {
    type: "object",
    title: ":file",
    ...(description === undefined ? {} : { description }),
  };
}

/**
 * True if the value is present and has no objects. Objects are data, where `$ref` is an ordinary
 * name.
 */
function isPlainValue(value: unknown): boolean {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return value !== undefined && values.every((one) => typeof one !== "object" || one === null);
}

/** Returns the name of a definition in a signature, or undefined if it has none. */
function keyOf(pointer: string): string | undefined {
  const segments = pointerSegments(pointer) ?? [];
  const name = segments.at(-1) ?? "";
  const isNamed = ["schemas", "$defs", "definitions"].includes(segments.at(-2) ?? "");
  const plainName = name.slice(0, 80).replace(/[^A-Za-z0-9_.-]+/g, "_");
  return isNamed && /[A-Za-z]/.test(plainName) ? plainName : undefined;
}

/** Returns the references in schemas of a view. The view bounds their depth. */
function referencesIn(
  schema: unknown,
  found = new Set<string>(),
  seen = new Set<unknown>(),
): ReadonlySet<string> {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return found;
  seen.add(schema);
  for (const [name, part] of Object.entries(schema))
    if (name === "$ref" && typeof part === "string") found.add(part);
    else referencesIn(part, found, seen);
  return found;
}
