// Converts types to zod schemas, for code that takes zod schemas for its inputs.
//
// The zod schemas differ from `validateOutput` in these cases:
//
// - A key spelled with hyphens instead of underscores is another key.
// - `undefined` is nil only in optional fields.
// - A `Map` is not a map. Any other object is a map with fields, but not a `:map`.
// - A property that every object inherits, such as `constructor`, counts as a field of that name;
//   `__proto__` is ignored.

import { defineField } from "@ptc/core/internal/values";
import { z } from "zod";
import {
  fileTitle,
  keywordTitle,
  nameTitle,
  type DefinitionOptions,
} from "../json-schema/json-schema.ts";
import type { Definition, Field, ReferenceType, Signature, SimpleKind, Type } from "../model.ts";

/** The schemas of both sides of a signature; `input` accepts an object with the parameters. */
export interface SignatureZodSchemas {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

/**
 * Returns a schema that accepts the same values as `validateOutput` and doesn't change them. Each
 * definition becomes one schema, which all its uses share.
 */
export function toZod(type: Type, { definitions = [] }: DefinitionOptions = {}): z.ZodType {
  return new ZodWriter(definitions).type(type);
}

/** Returns schemas for both sides of a signature, which share the schemas of its definitions. */
export function signatureToZod({
  definitions,
  parameters,
  output,
}: Omit<Signature, "text">): SignatureZodSchemas {
  const writer = new ZodWriter(definitions);
  return { input: writer.type({ kind: "map", fields: parameters }), output: writer.type(output) };
}

const simpleSchemas: Readonly<Record<SimpleKind, () => z.ZodType>> = {
  string: () => z.string(),
  int: () => z.int(),
  float: () => z.number(),
  bool: () => z.boolean(),
  keyword: () => z.string().meta({ title: keywordTitle }),
  datetime: () => z.date(),
  file: () =>
    z
      .looseObject({
        name: z.string().optional(),
        media_type: z.string(),
        size_bytes: z.int().nonnegative().optional(),
        digest: z.string(),
      })
      .meta({ title: fileTitle }),
  any: () => z.unknown(),
  "any-map": () => z.record(z.string(), z.unknown()),
};

class ZodWriter {
  private readonly definitions: ReadonlyMap<string, Definition>;
  private readonly written = new Map<string, z.ZodType>();

  constructor(definitions: readonly Definition[]) {
    this.definitions = new Map(definitions.map((definition) => [definition.name, definition]));
  }

  type(type: Type): z.ZodType {
    switch (type.kind) {
      case "list":
        return z.array(this.type(type.element));
      case "map":
        return this.map(type.fields);
      case "enum":
        return oneOf(type.values);
      case "constant":
        return z.literal(type.value);
      case "union":
        return z.union(type.branches.map((branch) => this.type(branch)));
      case "reference":
        return this.reference(type);
      case "nilable":
        return z.nullable(this.type(type.type));
      default:
        return simpleSchemas[type.kind]();
    }
  }

  private map(fields: readonly Field[]): z.ZodType {
    const shape = {};
    for (const field of fields) defineField(shape, field.name, this.field(field));
    return z.looseObject(shape);
  }

  private field({ type, optional, description }: Field): z.ZodType {
    const schema = this.type(type);
    if (optional) return described(z.nullish(schema), description);
    // A union of one, so that the description of the field doesn't become that of the definition.
    return described(
      type.kind === "reference" && description !== undefined ? z.union([schema]) : schema,
      description,
    );
  }

  /**
   * Makes the name the title, not the id: zod keeps ids in one table per process, and two
   * signatures may each have an `Order`.
   */
  private reference({ name, type }: ReferenceType): z.ZodType {
    const known = this.written.get(name);
    if (known !== undefined) return known;
    const body = this.type(type);
    const description = this.definitions.get(name)?.description;
    const schema = (isTitled(type) ? z.union([body]) : body).meta({
      title: nameTitle(name),
      ...(description === undefined ? {} : { description }),
    });
    this.written.set(name, schema);
    return schema;
  }
}

/**
 * Returns the schema of an enum. `z.enum` keeps its values in an object, which sorts those that
 * look like numbers and can't contain every name. In those cases, returns a union of literals.
 */
function oneOf(values: readonly string[]): z.ZodType {
  const schema = z.enum([...values]);
  return schema.options.length === values.length &&
    schema.options.every((option, index) => option === values[index])
    ? schema
    : z.literal([...values]);
}

/** True if the schema has its own title, which the title of a definition must not replace. */
function isTitled(type: Type): boolean {
  return type.kind === "reference" || type.kind === "keyword" || type.kind === "file";
}

function described(schema: z.ZodType, description: string | undefined): z.ZodType {
  return description === undefined ? schema : schema.describe(description);
}
