// Reads `anyOf` and `oneOf`: a type or nil, an enum in several parts, or a union.

import { commonType } from "./common-type.ts";
import { constantTitles } from "./constant-titles.ts";
import { withDiscriminator } from "./discriminator-keyword.ts";
import { placeInside, type Place } from "./dropped.ts";
import { hasType } from "./read-typed.ts";
import { nilable, withoutNil, type Reading, type Said } from "./reading.ts";
import { isSchemaObject, type SchemaNode } from "./schema-node.ts";
import { baseOf, withBase } from "./union-base.ts";

/**
 * Reads the branches, and the keywords beside them, which apply to each branch. Returns
 * `undefined` if the schema has no branches, or has its own type and branches that only require
 * fields of it or are being read already.
 */
export function readUnion(
  reader: Reading,
  node: SchemaNode,
  place: Place | undefined,
): Said | undefined {
  const keyword = (["anyOf", "oneOf"] as const).find((name) => Array.isArray(node.get(name)));
  if (keyword === undefined) return undefined;
  const given = reader.elementsOf(node.get(keyword)).filter((schema) => schema !== false);
  if (
    hasType(node) &&
    (given.every((schema) => onlyRequires(reader, schema)) ||
      given.some((schema) => reader.isOpen(schema)))
  )
    return undefined;
  node.take(keyword);
  const description = constantTitles(reader, node, given);
  const base = hasType(node) ? baseOf(node) : undefined;
  const branches = given.flatMap((schema, index) =>
    isNull(schema)
      ? []
      : [
          {
            schema: base === undefined ? schema : withBase(reader, base, schema),
            original: schema,
            place: placeInside(place, keyword, String(index)),
          },
        ],
  );
  const hasNull = branches.length < given.length;
  const [only] = branches;
  if (only !== undefined && branches.length === 1) {
    const said = reader.say(only.schema, only.place);
    return { ...said, type: hasNull ? nilable(said.type) : said.type };
  }
  const type = reader.inside(place, () => {
    const types = branches.map((branch) =>
      withDiscriminator(reader, node, branch.original, reader.read(branch.schema, branch.place)),
    );
    const common = commonType(reader, types);
    if (!common.isExact)
      reader.dropped.add(place, `${keyword}: read as the common part of its branches`);
    return common.type;
  });
  if (withoutNil(type).kind === "union") node.take("discriminator");
  return { type: hasNull && type.kind !== "any" ? nilable(type) : type, description };
}

/** True for a schema that gives no types, such as `{required: ["id"]}`. */
function onlyRequires(reader: Reading, schema: unknown): boolean {
  if (!isSchemaObject(schema)) return false;
  const fields = reader.fieldsOf(schema);
  const requires = ["required", "not"].filter((keyword) => fields.delete(keyword));
  for (const keyword of ["type", "title", "description"]) fields.delete(keyword);
  return requires.length > 0 && fields.size === 0;
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
