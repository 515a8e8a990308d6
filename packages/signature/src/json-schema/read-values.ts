// Reads `const` and `enum`. Strings become an enum; for other values, only their type can be
// expressed.

import type { Type } from "../model.ts";
import type { Place } from "./dropped.ts";
import { readTyped } from "./read-typed.ts";
import { nilable, type Reading } from "./reading.ts";
import type { SchemaNode } from "./schema-node.ts";

export function readConst(reader: Reading, node: SchemaNode, place: Place | undefined): Type {
  return readOneOf(reader, node, place, "const", [node.take("const")]);
}

export function readEnum(reader: Reading, node: SchemaNode, place: Place | undefined): Type {
  return readOneOf(reader, node, place, "enum", reader.elementsOf(node.take("enum")));
}

function readOneOf(
  reader: Reading,
  node: SchemaNode,
  place: Place | undefined,
  keyword: string,
  values: readonly unknown[],
): Type {
  const texts = [...new Set(values.filter((value) => typeof value === "string"))];
  const others = values.filter((value) => typeof value !== "string" && value !== null);
  if (texts.length > 0 && others.length === 0) {
    const type = reader.made<Type>({ kind: "enum", values: texts });
    return takesNull(node.take("type"), values) ? nilable(type) : type;
  }
  const type = node.has("type") ? readTyped(reader, node, place) : typeOfValues(reader, values);
  const saysAll = type.kind === "bool" && new Set(others).size === 2;
  if (!saysAll) reader.dropped.addKeyword(place, keyword, keyword === "const" ? values[0] : values);
  return type;
}

/** True if nil is one of the values and the schema's type doesn't rule it out. */
function takesNull(type: unknown, values: readonly unknown[]): boolean {
  return (
    values.includes(null) &&
    (type === undefined || type === "null" || (Array.isArray(type) && type.includes("null")))
  );
}

function typeOfValues(reader: Reading, values: readonly unknown[]): Type {
  const others = values.filter((value) => value !== null);
  const type = reader.simple(others.length === 0 ? "any" : kindOfAll(others));
  return values.includes(null) && type.kind !== "any" ? nilable(type) : type;
}

function kindOfAll(values: readonly unknown[]): "int" | "float" | "bool" | "any" {
  if (values.every((value) => typeof value === "boolean")) return "bool";
  if (values.every((value) => Number.isSafeInteger(value))) return "int";
  return values.every((value) => typeof value === "number") ? "float" : "any";
}
