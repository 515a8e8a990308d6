// Reads schemas by their `type`, or by keywords that only one type has.

import type { Type } from "../model.ts";
import { commonType } from "./common-type.ts";
import type { Place } from "./dropped.ts";
import { keywordTitle } from "./json-schema.ts";
import { readArray } from "./read-array.ts";
import { readObject } from "./read-object.ts";
import { nilable, type Reading } from "./reading.ts";
import type { SchemaNode } from "./schema-node.ts";

type TypeReader = (reader: Reading, node: SchemaNode, place: Place | undefined) => Type;

const readers: ReadonlyMap<unknown, TypeReader> = new Map<unknown, TypeReader>([
  ["string", readString],
  ["integer", readInteger],
  ["number", readNumber],
  ["boolean", (reader) => reader.simple("bool")],
  ["array", readArray],
  ["object", readObject],
]);

export function readTyped(reader: Reading, node: SchemaNode, place: Place | undefined): Type {
  const said = node.take("type");
  const names = Array.isArray(said)
    ? [...new Set(reader.elementsOf(said))]
    : said === undefined
      ? typesOfKeywords(node)
      : [said];
  const type = readOneOf(
    reader,
    node,
    place,
    names.filter((name) => name !== "null"),
    said,
  );
  return names.includes("null") && type.kind !== "any" ? nilable(type) : type;
}

/** True if the schema itself gives the type of the value. */
export function hasType(node: SchemaNode): boolean {
  return node.has("type") || typesOfKeywords(node).length > 0;
}

function typesOfKeywords(node: SchemaNode): readonly string[] {
  // In draft 3, `required: true` is written in the field's own schema.
  if (Array.isArray(node.get("required"))) return ["object"];
  if (
    ["properties", "additionalProperties", "patternProperties"].some((keyword) => node.has(keyword))
  )
    return ["object"];
  return ["items", "prefixItems"].some((keyword) => node.has(keyword)) ? ["array"] : [];
}

function readOneOf(
  reader: Reading,
  node: SchemaNode,
  place: Place | undefined,
  names: readonly unknown[],
  said: unknown,
): Type {
  const read = readers.get(names.length === 1 ? names[0] : undefined);
  if (read !== undefined) return read(reader, node, place);
  if (said === undefined) return reader.simple("any");
  if (names.length === 2 && names.includes("integer") && names.includes("number"))
    return readNumber(reader, node);
  const several = names.flatMap((name) => readers.get(name) ?? []);
  if (several.length > 1 && several.length === names.length)
    return reader.inside(
      place,
      () =>
        commonType(
          reader,
          several.map((readPart) => readPart(reader, node, place)),
        ).type,
    );
  reader.dropped.addKeyword(place, "type", said);
  return reader.simple("any");
}

function readString(reader: Reading, node: SchemaNode): Type {
  if (node.get("title") === keywordTitle) return reader.simple("keyword");
  return reader.simple(
    reader.readsDatetimes && node.takeIf("format", "date-time") ? "datetime" : "string",
  );
}

/**
 * Reads an integer schema. The bounds of `:int`, and OpenAPI formats that add nothing to the type,
 * count as expressed.
 */
function readInteger(reader: Reading, node: SchemaNode): Type {
  node.takeIf("minimum", Number.MIN_SAFE_INTEGER);
  node.takeIf("maximum", Number.MAX_SAFE_INTEGER);
  node.takeIf("format", "int64");
  return reader.simple("int");
}

function readNumber(reader: Reading, node: SchemaNode): Type {
  node.takeIf("format", "float", "double");
  return reader.simple("float");
}
