// Reads OpenAPI's `discriminator`. Its branches often have a plain string where the discriminator
// gives the constant: the key of the mapping, or else the name of the branch's schema.

import { isFirewalledName } from "@ptc/core/internal/values";
import type { Field, Type } from "../model.ts";
import type { Reading } from "./reading.ts";
import { isSchemaObject, type SchemaNode } from "./schema-node.ts";

/**
 * Returns the type of a branch with the constants of its discriminator. Returns the type unchanged
 * if the branch already has constants there, or isn't a reference to a map.
 */
export function withDiscriminator(
  reader: Reading,
  node: SchemaNode,
  branch: unknown,
  type: Type,
): Type {
  const discriminator = node.get("discriminator");
  if (discriminator === undefined) return type;
  const fields = isSchemaObject(discriminator) ? reader.fieldsOf(discriminator) : undefined;
  const name = fields === undefined ? discriminator : fields.get("propertyName");
  const reference = isSchemaObject(branch) ? reader.fieldsOf(branch).get("$ref") : undefined;
  const body = bodyOf(type);
  if (typeof name !== "string" || typeof reference !== "string" || body.kind !== "map") return type;
  const known = body.fields.find((field) => field.name === name);
  if (known === undefined && !/^[A-Za-z_][A-Za-z0-9_-]*$/u.test(name)) return type;
  if (known !== undefined && bodyOf(known.type).kind !== "string") return type;
  const values = valuesFor(reader, fields?.get("mapping"), reference);
  const field: Field = {
    ...(known ?? { name, firewalled: isFirewalledName(name) }),
    type: reader.made({ kind: "enum", values }),
    optional: false,
  };
  reader.extents.spend(body.fields.length);
  return reader.made({
    kind: "map",
    fields:
      known === undefined
        ? [field, ...body.fields]
        : body.fields.map((each) => (each === known ? field : each)),
  });
}

/** Returns the keys of the mapping that lead to the schema, or else its name. */
function valuesFor(reader: Reading, mapping: unknown, reference: string): readonly string[] {
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  const keys = isSchemaObject(mapping)
    ? [...reader.fieldsOf(mapping)].flatMap(([key, target]) =>
        target === reference || target === name ? [key] : [],
      )
    : [];
  return keys.length > 0 ? keys : [name];
}

function bodyOf(type: Type): Type {
  let body = type;
  while (body.kind === "reference") body = body.type;
  return body;
}
