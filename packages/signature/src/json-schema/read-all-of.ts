// Reads `allOf`. The fields of several objects become one map. For other types, the first part that
// gives a type counts.

import { hostFieldName, isFirewalledName } from "@ptc/core/internal/values";
import type { Field, Type } from "../model.ts";
import { maximumBranches } from "../union-of.ts";
import { commonType } from "./common-type.ts";
import { placeInside, type Place } from "./dropped.ts";
import { isSameType } from "./named-types.ts";
import { readObject } from "./read-object.ts";
import { hasType, readTyped } from "./read-typed.ts";
import { nilable, withoutNil, type Reading, type Said } from "./reading.ts";
import { isSchemaObject, type SchemaNode } from "./schema-node.ts";

interface Part {
  readonly type: Type;
  readonly place: Place | undefined;
}

export function readAllOf(reader: Reading, node: SchemaNode, place: Place | undefined): Said {
  const branches = reader
    .elementsOf(node.take("allOf"))
    .map((schema, index) => ({ schema, place: placeInside(place, "allOf", String(index)) }));
  const union = unionBeside(node);
  if (union !== undefined) branches.push({ schema: union, place });
  const [only] = branches;
  if (only !== undefined && branches.length === 1 && !hasType(node))
    return reader.say(only.schema, only.place);
  const requirements = branches.map(({ schema }) => requirementOf(reader, schema));
  const required = new Set(
    requirements.flatMap((names) => names ?? []).filter((name) => typeof name === "string"),
  );
  const parts: Part[] = hasType(node)
    ? [{ type: readOwn(reader, node, place, required), place }]
    : [];
  for (const [index, branch] of branches.entries()) {
    if (requirements[index] === undefined)
      parts.push({
        type: reader.read(withRequired(reader, branch.schema, required), branch.place),
        place: branch.place,
      });
  }
  return { type: together(reader, parts, required, place) };
}

/** Takes `anyOf` or `oneOf` beside `allOf` as one more schema. */
function unionBeside(node: SchemaNode): unknown {
  const keyword = ["anyOf", "oneOf"].find((name) => Array.isArray(node.get(name)));
  if (keyword === undefined) return undefined;
  const discriminator = node.take("discriminator");
  return {
    [keyword]: node.take(keyword),
    ...(discriminator === undefined ? {} : { discriminator }),
  };
}

/**
 * Returns the names that a branch such as `{required: ["id"]}` requires, or `undefined` if the
 * branch has other keywords.
 */
function requirementOf(reader: Reading, schema: unknown): readonly unknown[] | undefined {
  const fields = isSchemaObject(schema) ? reader.fieldsOf(schema) : new Map<string, unknown>();
  const required = fields.get("required");
  fields.delete("required");
  if (fields.get("type") === "object") fields.delete("type");
  return Array.isArray(required) && fields.size === 0 ? reader.elementsOf(required) : undefined;
}

function readOwn(
  reader: Reading,
  node: SchemaNode,
  place: Place | undefined,
  required: ReadonlySet<string>,
): Type {
  const isObject = node.takeIf("type", undefined, "object") || !node.has("type");
  return isObject
    ? readObject(reader, node, place, namesAmong(reader, node.get("properties"), required))
    : readTyped(reader, node, place);
}

/** Returns the branch with those of its fields marked as required that another branch requires. */
function withRequired(reader: Reading, schema: unknown, required: ReadonlySet<string>): unknown {
  if (required.size === 0 || !isSchemaObject(schema)) return schema;
  const fields = reader.fieldsOf(schema);
  const names = namesAmong(reader, fields.get("properties"), required);
  return names.length === 0
    ? schema
    : Object.fromEntries([
        ...fields,
        ["required", [...reader.elementsOf(fields.get("required")), ...names]],
      ]);
}

function namesAmong(reader: Reading, properties: unknown, names: ReadonlySet<string>): string[] {
  return isSchemaObject(properties) && reader.extents.spend(names.size)
    ? [...names].filter((name) => Object.hasOwn(properties, name))
    : [];
}

function together(
  reader: Reading,
  parts: readonly Part[],
  required: ReadonlySet<string>,
  place: Place | undefined,
): Type {
  const saying = parts.filter(({ type }) => bodyOf(type).kind !== "any");
  const [first, ...others] = saying;
  if (first === undefined)
    return required.size === 0 ? reader.simple("any") : merged(reader, [], required, place);
  if (saying.every(({ type }) => isMap(type))) {
    if (others.length === 0 && required.size === 0) return first.type;
    const type = merged(reader, saying, required, place);
    return saying.every((part) => part.type.kind === "nilable") ? nilable(type) : type;
  }
  const unions = saying.map((part) => branchesOf(part.type));
  if (
    unions.every((branches) => branches.every((type) => isMap(type))) &&
    unions.reduce((product, { length }) => product * length, 1) <= maximumBranches
  )
    return distributed(reader, saying, required, place);
  for (const { place: other } of others) reader.dropped.add(other, "another part of allOf");
  return first.type;
}

/** Combines each branch of a union with the other parts. */
function distributed(
  reader: Reading,
  parts: readonly Part[],
  required: ReadonlySet<string>,
  place: Place | undefined,
): Type {
  const index = parts.findIndex(({ type }) => bodyOf(type).kind === "union");
  const union = parts[index];
  if (union === undefined) return merged(reader, parts, required, place);
  return reader.inside(
    place,
    () =>
      commonType(
        reader,
        branchesOf(union.type).map((type) =>
          distributed(reader, parts.with(index, { ...union, type }), required, place),
        ),
      ).type,
  );
}

function branchesOf(type: Type): readonly Type[] {
  const body = bodyOf(type);
  return body.kind === "union" ? body.branches.flatMap(branchesOf) : [type];
}

function isMap(type: Type): boolean {
  return ["map", "any-map"].includes(bodyOf(type).kind);
}

function merged(
  reader: Reading,
  parts: readonly Part[],
  required: ReadonlySet<string>,
  place: Place | undefined,
): Type {
  const fields = new Map<string, Field>();
  for (const { type, place: from } of parts) {
    const body = bodyOf(type);
    for (const field of body.kind === "map" ? body.fields : []) {
      const known = fields.get(hostFieldName(field.name));
      if (known === undefined) fields.set(hostFieldName(field.name), field);
      else if (!isSameType(known.type, field.type))
        reader.dropped.add(
          placeInside(from, "properties", field.name),
          "a field that another part of allOf has",
        );
      else if (known.optional && !field.optional)
        fields.set(hostFieldName(field.name), { ...known, optional: false });
    }
  }
  for (const name of required) {
    const known = fields.get(hostFieldName(name));
    if (known === undefined && /^[A-Za-z_][A-Za-z0-9_-]*$/u.test(name))
      fields.set(hostFieldName(name), {
        name,
        type: reader.simple("any"),
        optional: false,
        firewalled: isFirewalledName(name),
      });
    else if (known?.optional !== false) reader.dropped.addKeyword(place, "required", name);
  }
  if (fields.size === 0) return reader.simple("any-map");
  return reader.inside(place, () => reader.made({ kind: "map", fields: [...fields.values()] }));
}

/** Returns the type behind references and nilable types. */
function bodyOf(type: Type): Type {
  const inner = withoutNil(type);
  return inner.kind === "reference" ? bodyOf(inner.type) : inner;
}
