// Reads `anyOf` and `oneOf`: a type or nil, an enum in several parts, or the common type of the
// branches.

import { commonType } from "./common-type.ts";
import { placeInside, type Place } from "./dropped.ts";
import { hasType } from "./read-typed.ts";
import { nilable, type Reading, type Said } from "./reading.ts";
import { isSchemaObject, type SchemaNode } from "./schema-node.ts";

/** Returns `undefined` if the schema has no branches, or has its own type beside them. */
export function readUnion(
  reader: Reading,
  node: SchemaNode,
  place: Place | undefined,
): Said | undefined {
  const keyword = (["anyOf", "oneOf"] as const).find((name) => Array.isArray(node.get(name)));
  if (keyword === undefined || hasType(node)) return undefined;
  const branches = reader
    .elementsOf(node.take(keyword))
    .map((schema, index) => ({ schema, place: placeInside(place, keyword, String(index)) }));
  const others = branches.filter(({ schema }) => !isNull(schema));
  const hasNull = others.length < branches.length;
  const [only] = others;
  if (only !== undefined && others.length === 1) {
    const said = reader.say(only.schema, only.place);
    return { ...said, type: hasNull ? nilable(said.type) : said.type };
  }
  const { type, isExact } = commonType(
    reader,
    others.map((branch) => reader.read(branch.schema, branch.place)),
  );
  if (!isExact) reader.dropped.add(place, `${keyword}: read as the common part of its branches`);
  return { type: hasNull && type.kind !== "any" ? nilable(type) : type };
}

function isNull(schema: unknown): boolean {
  if (!isSchemaObject(schema)) return false;
  const { type, const: constant, enum: values } = schema;
  return (
    type === "null" ||
    constant === null ||
    (Array.isArray(values) && values.length === 1 && values[0] === null)
  );
}
