// Types as zod schemas: for code that takes zod, and wants to see what a program may hand it.
//
// What zod cannot say, and so judges differently than `validateOutput`: a key spelled with hyphens
// for underscores is another key; `undefined` is nil only in optional fields; a `Map` is no map,
// any other object is one with fields but not a `:map`; what is there by the prototype of every
// object, such as `constructor`, is taken for a field of that name, and `__proto__` is not looked
// at.

import { defineField } from "@ptc/core/internal/values";
import { z } from "zod";
import {
  fileTitle,
  keywordTitle,
  nameTitle,
  type DefinitionOptions,
} from "../json-schema/json-schema.ts";
import type { Definition, Field, ReferenceType, Signature, SimpleKind, Type } from "../model.ts";

/** The two sides of a signature; `input` takes an object with the parameters. */
export interface SignatureZodSchemas {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

/**
 * A schema that accepts what `validateOutput` accepts and does not change it. A definition is one
 * schema wherever it is used.
 */
export function toZod(type: Type, { definitions = [] }: DefinitionOptions = {}): z.ZodType {
  return new ZodWriter(definitions).type(type);
}

/** Schemas for both sides of a signature, which share those of its definitions. */
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
    // A union of one, because the description of the field must not become that of the definition.
    return described(
      type.kind === "reference" && description !== undefined ? z.union([schema]) : schema,
      description,
    );
  }

  /**
   * The name becomes the title, not the id: zod keeps ids in one table for the whole process, and
   * two signatures may each have an `Order`.
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
 * `z.enum` keeps its values in an object, which sorts those that look like numbers and cannot hold
 * every name; then the literals stand in its place.
 */
function oneOf(values: readonly string[]): z.ZodType {
  const schema = z.enum([...values]);
  return schema.options.length === values.length &&
    schema.options.every((option, index) => option === values[index])
    ? schema
    : z.literal([...values]);
}

/** Whether the schema has a title of its own, which that of a definition must not replace. */
function isTitled(type: Type): boolean {
  return type.kind === "reference" || type.kind === "keyword" || type.kind === "file";
}

function described(schema: z.ZodType, description: string | undefined): z.ZodType {
  return description === undefined ? schema : schema.describe(description);
}
