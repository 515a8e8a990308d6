// Converts an argument for the server. Restores the schema's field names, because a program may
// write `due-date` as `due_date`; writes times as text; drops nil if the schema doesn't allow null.

import { shortened } from "@ptc/core/internal/printing";
import type { BigIntJson } from "@ptc/core/json";
import { HostFile } from "@ptc/core/values";
import { hostFieldName, recordOf } from "@ptc/core/internal/values";
import { isObject, type JsonObject } from "@ptc/core/internal/host";
import {
  MisspelledNames,
  otherFields,
  timeText,
  unknownArguments,
} from "@ptc/core/internal/arguments";
import { own, ownList } from "../document/json-object.ts";
import { Unusable } from "../document/unusable.ts";
import type { Schema, SchemaView } from "../plan/schema-view.ts";
import { wrongArguments } from "./failures.ts";

/** The schema's details about a list or an object. */
interface Shape {
  readonly properties: ReadonlyMap<string, Schema>;
  /** The properties' names by host spelling. */
  readonly spellings: ReadonlyMap<string, string>;
  readonly required: ReadonlySet<string>;
  readonly elements: Schema;
  readonly others: Schema;
  /** The schemas that describe the object together. */
  readonly parts: readonly JsonObject[];
  readonly misspelled: MisspelledNames;
}

/** The limit for `parts`, because branches can contain branches. */
const mostParts = 64;

const anything: Shape = {
  properties: new Map(),
  spellings: new Map(),
  required: new Set(),
  elements: true,
  others: true,
  parts: [],
  misspelled: new MisspelledNames([]),
};

export class WireValues {
  private readonly view: SchemaView;
  private readonly shapes = new WeakMap<object, Shape>();

  private readonly bigint: BigIntJson;

  constructor(view: SchemaView, bigint: BigIntJson) {
    this.view = view;
    this.bigint = bigint;
  }

  /**
   * Returns plain JSON, with files and bigints unchanged.
   * @throws ToolFailure for a value that JSON can't represent
   */
  of(value: unknown, schema: Schema): unknown {
    switch (typeof value) {
      case "string":
      case "boolean":
        return value;
      case "number":
        if (Number.isFinite(value)) return value;
        throw wrongArguments(`${String(value)} is not a number that can be sent`);
      case "bigint":
        return this.integer(value);
      case "object":
        return value === null ? null : this.ofObject(value, schema);
      default:
        throw wrongArguments(`a ${typeof value} cannot be sent`);
    }
  }

  private integer(value: bigint): bigint | string {
    if (this.bigint === "error")
      throw wrongArguments(
        `the integer ${shortened(String(value), 20)} is beyond the exact numbers of this API: pass it as text if the API takes text`,
      );
    return this.bigint === "number" ? value : String(value);
  }

  /** True if the schema allows null or doesn't restrict values. */
  takesNull(schema: Schema, depth = 0): boolean {
    const target = this.followed(schema);
    if (!isObject(target)) return true;
    const { type, enum: values, const: only, nullable } = target;
    if (nullable === true || (Array.isArray(values) && values.includes(null))) return true;
    if (only !== undefined) return only === null;
    if (type !== undefined) return Array.isArray(type) ? type.includes("null") : type === "null";
    if (depth > 10) return true;
    const isSome = (keyword: string): boolean | undefined => {
      const parts = ownList(target, keyword) as readonly Schema[];
      return parts.length === 0 ? undefined : parts.some((part) => this.takesNull(part, depth + 1));
    };
    const all = ownList(target, "allOf") as readonly Schema[];
    if (all.length > 0) return all.every((part) => this.takesNull(part, depth + 1));
    if (own(target, "properties") !== undefined || own(target, "items") !== undefined) return false;
    return isSome("anyOf") ?? isSome("oneOf") ?? true;
  }

  private ofObject(value: object, schema: Schema): unknown {
    if (HostFile.is(value)) return value;
    const shape = this.shapeOf(schema, 0);
    if (value instanceof Date) return timeText(value, shape.parts);
    if (Array.isArray(value)) return value.map((one: unknown) => this.of(one, shape.elements));
    const fields: [string, unknown][] = [];
    const names = new Set<string>();
    for (const [key, one] of Object.entries(value)) {
      const name = shape.properties.has(key)
        ? key
        : (shape.spellings.get(hostFieldName(key)) ?? key);
      if (names.has(name))
        throw wrongArguments(`two keys name the field ${shortened(name, 60)}: pass one of them`);
      names.add(name);
      const property = shape.properties.get(name);
      const isNothing = one === null || one === undefined;
      if (
        isNothing &&
        property !== undefined &&
        !shape.required.has(name) &&
        !this.takesNull(property)
      )
        continue;
      fields.push([name, isNothing ? null : this.of(one, property ?? shape.others)]);
    }
    assertDeclared(names, shape);
    return recordOf(fields);
  }

  /** Merges all parts of a schema. */
  private shapeOf(schema: Schema, depth: number): Shape {
    const target = this.followed(schema);
    if (!isObject(target) || depth > 10) return anything;
    const known = this.shapes.get(target);
    if (known !== undefined) return known;
    const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => ownList(target, keyword));
    const shape = merged([
      shapeOfOwn(target),
      ...parts.map((part) => this.shapeOf(part as Schema, depth + 1)),
    ]);
    this.shapes.set(target, shape);
    return shape;
  }

  private followed(schema: Schema): Schema {
    try {
      return this.view.follow(schema);
    } catch (error) {
      if (error instanceof Unusable) return true;
      throw error;
    }
  }
}

/** @throws ToolFailure for fields that the schema refuses, and for misspelled ones */
function assertDeclared(
  names: ReadonlySet<string>,
  { properties, parts, misspelled }: Shape,
): void {
  const others = otherFields(parts);
  if (others === "allowed" || [...names].every((name) => properties.has(name))) return;
  const [problem] = unknownArguments([...names], [...properties.keys()], {
    isField: true,
    misspelled: others === "unsaid" ? misspelled : undefined,
  });
  if (problem !== undefined) throw wrongArguments(problem);
}

function shapeOfOwn(schema: JsonObject): Shape {
  const properties = own(schema, "properties");
  const additional = own(schema, "additionalProperties");
  const fields = isObject(properties) ? (Object.entries(properties) as [string, Schema][]) : [];
  return {
    properties: new Map(fields),
    spellings: new Map(),
    required: new Set(ownList(schema, "required").map(String)),
    elements: (own(schema, "items") as Schema | undefined) ?? true,
    others: isObject(additional) ? additional : true,
    parts: [schema],
    misspelled: new MisspelledNames(fields.map(([name]) => name)),
  };
}

function merged(shapes: readonly Shape[]): Shape {
  const properties = new Map<string, Schema>();
  for (const shape of shapes)
    for (const [name, schema] of shape.properties)
      if (!properties.has(name)) properties.set(name, schema);
  return {
    properties,
    spellings: new Map([...properties.keys()].map((name) => [hostFieldName(name), name])),
    required: new Set(shapes.flatMap(({ required }) => [...required])),
    elements: shapes.find(({ elements }) => elements !== true)?.elements ?? true,
    others: shapes.find(({ others }) => others !== true)?.others ?? true,
    parts: shapes.flatMap(({ parts }) => parts).slice(0, mostParts),
    misspelled: new MisspelledNames([...properties.keys()]),
  };
}
