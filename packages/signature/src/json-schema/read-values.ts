// Reads `const` and `enum`. Strings become an enum, numbers and bools constants. For other values,
// and for very many numbers, only their type can be expressed.

import type { Type } from "../model.ts";
import { maximumBranches } from "../union-of.ts";
import type { Place } from "./dropped.ts";
import { readTyped } from "./read-typed.ts";
import { commonType } from "./common-type.ts";
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
  const others = values.filter((value) => value !== null);
  if (others.length > 0 && others.every(isConstant) && canList(others)) {
    const type = constantsType(reader, others);
    return takesNull(node.take("type"), values) ? nilable(type) : type;
  }
  const type = node.has("type") ? readTyped(reader, node, place) : typeOfValues(reader, values);
  reader.dropped.addKeyword(place, keyword, keyword === "const" ? values[0] : values);
  return type;
}

/** True if the values fit into one type. An enum has any number of strings. */
function canList(values: readonly (string | number | boolean)[]): boolean {
  return new Set(values.filter((value) => typeof value === "number")).size < maximumBranches - 2;
}

function isConstant(value: unknown): value is string | number | boolean {
  return (
    typeof value === "string" ||
    typeof value === "boolean" ||
    (typeof value === "number" && /^-?\d+(?:\.\d+)?$/u.test(String(value)))
  );
}

function constantsType(reader: Reading, values: readonly (string | number | boolean)[]): Type {
  const texts = [...new Set(values.filter((value) => typeof value === "string"))];
  if (texts.length > 0 && values.every((value) => typeof value === "string"))
    return reader.made({ kind: "enum", values: texts });
  return commonType(
    reader,
    values.map((value) =>
      reader.made<Type>(
        typeof value === "string"
          ? { kind: "enum", values: [value] }
          : { kind: "constant", value: typeof value === "number" ? value + 0 : value },
      ),
    ),
  ).type;
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
