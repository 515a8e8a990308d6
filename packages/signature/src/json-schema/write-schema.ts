// Writes a type as a schema: in the full dialect, which uses all of JSON Schema, or in the strict
// subset of providers, which can't express every type. Keeps the names of definitions, as `$ref`
// into `$defs`.

import type { JsonSchema } from "@ptc/core/contracts";
import { defineField } from "@ptc/core/internal/values";
import type {
  Definition,
  Field,
  MapType,
  ReferenceType,
  SimpleKind,
  Type,
  UnionType,
} from "../model.ts";
import {
  fileTitle,
  keywordTitle,
  nameTitle,
  optionalTitle,
  type DefinitionOptions,
} from "./json-schema.ts";

/**
 * `open` allows additional fields, `closed` refuses them, and `strict` is closed with every field
 * required and few keywords.
 */
export type Dialect = "open" | "closed" | "strict";

export interface WrittenSchema {
  readonly schema: JsonSchema;
  /** The locations that the dialect can't express. */
  readonly problems: readonly string[];
}

export interface WriteOptions extends DefinitionOptions {
  /** If true (the default), integers get the bounds of exact numbers. */
  readonly bounds?: boolean;
}

export function writeSchema(
  type: Type,
  dialect: Dialect,
  options: WriteOptions = {},
): WrittenSchema {
  const writer = new SchemaWriter(dialect, options);
  const schema = writer.root(type);
  return { schema, problems: [...new Set(writer.problems)] };
}

type Writable = Record<string, unknown>;

const simpleSchemas: Readonly<Record<SimpleKind, JsonSchema>> = {
  string: { type: "string" },
  int: { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  float: { type: "number" },
  bool: { type: "boolean" },
  keyword: { type: "string", title: keywordTitle },
  datetime: { type: "string", format: "date-time" },
  file: {
    type: "object",
    title: fileTitle,
    properties: {
      name: { type: "string" },
      media_type: { type: "string" },
      size_bytes: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      digest: { type: "string" },
    },
    required: ["media_type", "digest"],
  },
  any: {},
  "any-map": { type: "object" },
};

/** Providers accept no bounds for numbers, and they need to know the fields of every value. */
const strictProblems: Partial<Readonly<Record<SimpleKind, string>>> = {
  file: ":file is for host files, which a model can't write",
  any: ":any does not say what the value is; write its type",
  "any-map": ":map does not say which fields it has; name them as in {id :int}",
};

class SchemaWriter {
  readonly problems: string[] = [];
  private readonly dialect: Dialect;
  private readonly hasBounds: boolean;
  private readonly definitions: ReadonlyMap<string, Definition>;
  /**
   * The definitions in use, each once. They are collected here and then written one after the
   * other.
   */
  private readonly used = new Map<string, ReferenceType>();

  constructor(dialect: Dialect, { definitions = [], bounds = true }: WriteOptions) {
    this.dialect = dialect;
    this.hasBounds = bounds;
    this.definitions = new Map(definitions.map((definition) => [definition.name, definition]));
  }

  root(type: Type): JsonSchema {
    const schema = this.dialect === "strict" ? this.strictRoot(type) : this.type(type, "");
    if (this.used.size === 0) return schema;
    const written = new Map<string, JsonSchema>();
    // Writing a definition may add others to `used`; this loop reaches them too.
    for (const [name, reference] of this.used) written.set(name, this.definition(reference));
    const $defs = {};
    // Keep the order of the signature, so that reading the schema back gives the same order.
    for (const name of new Set([...this.definitions.keys(), ...written.keys()])) {
      const definition = written.get(name);
      if (definition !== undefined) defineField($defs, name, definition);
    }
    return { ...schema, $defs };
  }

  /**
   * Writes the root, where providers accept an object but not a reference. A definition is
   * therefore written out, with its name as the title.
   */
  private strictRoot(type: Type): JsonSchema {
    const { body, name } = named(type);
    if (body.kind !== "map") {
      this.problems.push(
        "the top-level value is not a map with fields; name it, as in {result [:int]}",
      );
      return {};
    }
    if (type.kind !== "reference") return this.map(body, "");
    this.reference(type);
    return { title: nameTitle(type.name), ...this.description(type.name), ...this.map(body, name) };
  }

  private type(type: Type, path: string): Writable {
    switch (type.kind) {
      case "list":
        return { type: "array", items: this.type(type.element, `${path}[]`) };
      case "map":
        return this.map(type, path);
      case "enum":
        return { type: "string", enum: [...type.values] };
      case "constant":
        return constants([type.value]);
      case "union":
        return this.union(type, path);
      case "reference":
        return this.reference(type);
      case "nilable":
        return orNull(this.type(type.type, path));
      default:
        return this.simple(type.kind, path);
    }
  }

  /** Writes a union of constants as one `enum`, and any other as `anyOf`. */
  private union({ branches }: UnionType, path: string): Writable {
    const values = branches.map((branch) =>
      branch.kind === "enum" ? branch.values : branch.kind === "constant" ? [branch.value] : [],
    );
    return values.every(({ length }) => length > 0)
      ? constants(values.flat())
      : { anyOf: branches.map((branch) => this.type(branch, path)) };
  }

  private simple(kind: SimpleKind, path: string): Writable {
    const problem = this.dialect === "strict" ? strictProblems[kind] : undefined;
    if (problem !== undefined) this.problems.push(`${path}: ${problem}`);
    return kind === "int" && !this.hasBounds ? { type: "integer" } : { ...simpleSchemas[kind] };
  }

  private map({ fields }: MapType, path: string): Writable {
    const properties = {};
    for (const field of fields)
      defineField(
        properties,
        field.name,
        this.field(field, path === "" ? field.name : `${path}.${field.name}`),
      );
    const required = fields
      .filter(({ optional }) => !optional || this.dialect === "strict")
      .map(({ name }) => name);
    return {
      type: "object",
      properties,
      required,
      ...(this.dialect === "open" ? {} : { additionalProperties: false }),
    };
  }

  private field({ type, optional, description }: Field, path: string): Writable {
    const schema = this.type(type, path);
    // `:any` already includes nil.
    const marked = optional && type.kind !== "any" ? orNull(schema) : schema;
    if (optional && this.dialect === "strict") marked["title"] = optionalTitle;
    return description === undefined ? marked : this.described(marked, description);
  }

  /** Adds a description. In the strict subset a `$ref` can't have sibling keywords. */
  private described(schema: Writable, description: string): Writable {
    return this.dialect === "strict" && "$ref" in schema
      ? { anyOf: [schema], description }
      : { ...schema, description };
  }

  private reference(reference: ReferenceType): Writable {
    if (!this.used.has(reference.name)) this.used.set(reference.name, reference);
    return { $ref: `#/$defs/${reference.name}` };
  }

  private definition({ name, type }: ReferenceType): JsonSchema {
    const schema = this.type(type, name);
    const { description } = this.description(name);
    return description === undefined ? schema : this.described(schema, description);
  }

  private description(name: string): { readonly description?: string } {
    const description = this.definitions.get(name)?.description;
    return description === undefined ? {} : { description };
  }
}

/** Returns the type at the end of a chain of references, and its name there. */
function named(type: Type): { readonly body: Type; readonly name: string } {
  let body = type;
  let name = "";
  while (body.kind === "reference") ({ name, type: body } = body);
  return { body, name };
}

function orNull(schema: JsonSchema): Writable {
  const branches = Array.isArray(schema["anyOf"])
    ? (schema["anyOf"] as readonly unknown[])
    : [schema];
  return { anyOf: [...branches, { type: "null" }] };
}

/** Writes constants. Some providers need the type beside them if all have the same one. */
function constants(values: readonly (string | number | boolean)[]): Writable {
  const types = new Set(values.map(jsonTypeOf));
  const [type] = types;
  return { ...(types.size === 1 ? { type } : {}), enum: [...values] };
}

function jsonTypeOf(value: string | number | boolean): string {
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
