// Converts schemas from any source to types. A schema has one of the forms below, and each form is
// read in its own file. Anything that the type doesn't express is noted with its location. A part
// that exceeds a bound, or contains itself, becomes `:any`.
//
//   say ── $ref ────── a definition, read once
//       ├─ allOf ───── one map of several
//       ├─ anyOf ───── T or nil, an enum, or a union
//       ├─ enum ────── constants
//       └─ type ────── string, integer, number, boolean, array, object

import { assertKnownOptions } from "@ptc/core/internal/errors";
import type { SimpleKind, Type } from "../model.ts";
import { DroppedLines, placeInside, type Place } from "./dropped.ts";
import { ExtentCount, type Extent } from "./extent.ts";
import { nameInTitle } from "./json-schema.ts";
import { NamedTypes } from "./named-types.ts";
import { readAllOf } from "./read-all-of.ts";
import { readTyped } from "./read-typed.ts";
import { readUnion } from "./read-union.ts";
import { readConst, readEnum } from "./read-values.ts";
import { nilable, type Reading, type Said } from "./reading.ts";
import { definitionsAt, madeUpName, resolveReference, type ReferenceTarget } from "./references.ts";
import {
  isSchemaObject,
  ownFields,
  SchemaNode,
  silentKeywords,
  type SchemaObject,
} from "./schema-node.ts";

/** The maximum nesting of schemas, including references. */
const maximumLevels = 500;

/** The options of `fromJsonSchema` and `signatureFromJsonSchema`. */
export interface FromJsonSchemaOptions {
  /**
   * If true (the default, for values that cross as JSON), `format: date-time` becomes `:datetime`.
   * Set it to false for schemas of host values, where this format means a string.
   */
  readonly datetimes?: boolean;
}

/** A schema that was read once and may be used several times. */
interface SharedType {
  readonly said: Said;
  readonly extent: Extent;
}

export class SchemaReader implements Reading {
  readonly dropped = new DroppedLines();
  readonly extents = new ExtentCount();
  readonly readsDatetimes: boolean;
  private readonly names = new NamedTypes();
  /** The schema in which references are resolved. */
  private root: unknown;
  private readonly targets = new Map<string, ReferenceTarget | undefined>();
  private readonly shared = new Map<object, SharedType>();
  /** The schemas on the path to the one being read. */
  private readonly open = new Set<object>();
  private readonly namesInOrder = new Set<string>();

  /** @throws OptionError for an unknown option */
  constructor(options: FromJsonSchemaOptions) {
    assertKnownOptions(options, ["datetimes"] satisfies (keyof FromJsonSchemaOptions)[]);
    this.readsDatetimes = options.datetimes ?? true;
  }

  /** Reads a whole schema; `side` is its side of the signature. */
  readRoot(schema: unknown, side: string): Type {
    this.root = schema;
    this.targets.clear();
    this.shared.clear();
    this.dropped.side = side;
    const type = this.read(schema, undefined);
    for (const target of definitionsAt(schema)) {
      const known = isSchemaObject(target) ? this.shared.get(target)?.said.type : undefined;
      if (known?.kind === "reference") this.namesInOrder.add(known.name);
    }
    return type;
  }

  usedDefinitions(types: readonly Type[]): ReturnType<NamedTypes["used"]> {
    return this.names.used(types, this.namesInOrder);
  }

  read(schema: unknown, place: Place | undefined): Type {
    const { type, description } = this.say(schema, place);
    if (description !== undefined) this.dropped.addKeyword(place, "description", description);
    return type;
  }

  say(schema: unknown, place: Place | undefined): Said {
    if (schema === true || !this.extents.spend(1)) return { type: this.simple("any") };
    if (!isSchemaObject(schema))
      return {
        type: this.anything(
          place,
          schema === false ? "false, which matches no value" : "this is not a schema",
        ),
      };
    if (this.open.has(schema)) return { type: this.anything(place, "this schema contains itself") };
    if (this.open.size >= maximumLevels)
      return {
        type: this.anything(
          place,
          `schemas are nested more than ${String(maximumLevels)} levels deep`,
        ),
      };
    this.open.add(schema);
    const said = this.sayNode(this.look(schema), place);
    this.open.delete(schema);
    return said;
  }

  private look(schema: SchemaObject): SchemaNode {
    return new SchemaNode(this.fieldsOf(schema));
  }

  fieldsOf(object: object): Map<string, unknown> {
    const fields = this.extents.isExhausted ? new Map<string, unknown>() : ownFields(object);
    return this.extents.spend(fields.size) ? fields : new Map<string, unknown>();
  }

  elementsOf(value: unknown): readonly unknown[] {
    return Array.isArray(value) && this.extents.spend(value.length)
      ? Array.from(value as readonly unknown[])
      : [];
  }

  made<Made extends Type>(type: Made): Made {
    this.extents.addType();
    return type;
  }

  simple(kind: SimpleKind): Type {
    return this.made({ kind });
  }

  /** Returns `:any` and notes the reason at this location. */
  private anything(place: Place | undefined, what: string): Type {
    this.dropped.add(place, `${what}: read as :any`);
    return this.simple("any");
  }

  inside(place: Place | undefined, read: () => Type): Type {
    return (
      this.extents.inside(read) ??
      this.anything(place, "types are nested more than 100 levels deep")
    );
  }

  resolve(reference: string): ReferenceTarget | undefined {
    if (!this.targets.has(reference))
      this.targets.set(reference, resolveReference(this.root, reference));
    return this.targets.get(reference);
  }

  isOpen(schema: unknown): boolean {
    const reference = isSchemaObject(schema) ? this.fieldsOf(schema).get("$ref") : undefined;
    const target = typeof reference === "string" ? this.resolve(reference)?.schema : undefined;
    return isSchemaObject(target) && this.open.has(target);
  }

  /**
   * Reads a node. A schema whose title is a name such as `:Order` is a definition written out
   * where it is used.
   */
  private sayNode(node: SchemaNode, place: Place | undefined): Said {
    const name = nameInTitle(node.get("title"));
    return name === undefined
      ? this.sayBody(node, place)
      : this.used(this.define(node, place, name), place);
  }

  private sayBody(node: SchemaNode, place: Place | undefined): Said {
    const inner = this.form(node, place);
    const type =
      node.takeIf("nullable", true) && inner.type.kind !== "any" ? nilable(inner.type) : inner.type;
    node.takeIf("nullable", false);
    // If a value may be nil, a default of nil adds nothing.
    if (type.kind === "nilable") node.takeIf("default", null);
    for (const [keyword, value] of node.rest())
      if (!silentKeywords.has(keyword)) this.dropped.addKeyword(place, keyword, value);
    const description = node.text("description");
    if (
      description !== undefined &&
      inner.description !== undefined &&
      inner.description !== description
    )
      this.dropped.addKeyword(place, "description of the referenced schema", inner.description);
    return { type, title: node.text("title"), description: description ?? inner.description };
  }

  private form(node: SchemaNode, place: Place | undefined): Said {
    const reference = node.get("$ref");
    if (typeof reference === "string") {
      node.take("$ref");
      return this.sayReference(reference, place);
    }
    if (Array.isArray(node.get("allOf"))) return readAllOf(this, node, place);
    if (node.has("const")) return { type: readConst(this, node, place) };
    if (Array.isArray(node.get("enum"))) return { type: readEnum(this, node, place) };
    return readUnion(this, node, place) ?? { type: readTyped(this, node, place) };
  }

  private sayReference(reference: string, place: Place | undefined): Said {
    const target = this.resolve(reference);
    if (target === undefined) {
      this.dropped.addKeyword(place, "$ref", reference);
      return { type: this.simple("any") };
    }
    const { schema } = target;
    // A generated name doesn't help the reader find the schema, so use the location of its first
    // use.
    const isMadeUp = madeUpName.test(target.segments.at(-1) ?? "");
    const targetPlace = isMadeUp ? place : placeInside(undefined, ...target.segments);
    if (!isSchemaObject(schema)) return this.say(schema, targetPlace);
    if (this.open.has(schema)) {
      this.dropped.addKeyword(place, "recursive $ref", reference);
      return { type: this.simple("any") };
    }
    const shared = this.shared.get(schema) ?? this.share(schema, target.name, targetPlace);
    return this.used(shared, place);
  }

  /** Reads the target of a reference once. */
  private share(
    schema: SchemaObject,
    name: string | undefined,
    place: Place | undefined,
  ): SharedType {
    if (this.open.size >= maximumLevels)
      return {
        said: {
          type: this.anything(
            place,
            `schemas are nested more than ${String(maximumLevels)} levels deep`,
          ),
        },
        extent: { depth: 0, types: 0 },
      };
    this.open.add(schema);
    const node = this.look(schema);
    const shared = this.define(node, place, nameInTitle(node.get("title")) ?? name);
    this.open.delete(schema);
    this.shared.set(schema, shared);
    return shared;
  }

  /** Makes a definition with this name. Without a name, the schema is written out at each use. */
  private define(node: SchemaNode, place: Place | undefined, name: string | undefined): SharedType {
    const { part, extent } = this.extents.measured(
      () => this.sayBody(node, place),
      name !== undefined,
    );
    if (name === undefined) return { said: { ...part, title: undefined }, extent };
    // The reference itself counts as a type.
    return {
      said: { type: this.names.add(name, part.type, part.description) },
      extent: { ...extent, types: extent.types + 1 },
    };
  }

  private used({ said, extent }: SharedType, place: Place | undefined): Said {
    return this.extents.use(extent)
      ? said
      : { type: this.anything(place, "types are nested more than 100 levels deep") };
  }
}
