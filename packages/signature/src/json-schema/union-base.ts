// Applies the keywords beside `anyOf` or `oneOf` to each branch.

import type { Reading } from "./reading.ts";
import {
  isSchemaObject,
  silentKeywords,
  type SchemaNode,
  type SchemaObject,
} from "./schema-node.ts";

/** Keywords that describe the whole union, or that its reader uses. */
const ownKeywords: ReadonlySet<string> = new Set([
  ...silentKeywords,
  "default",
  "examples",
  "example",
  "nullable",
  "discriminator",
]);

/** Keywords of a branch that a keyword beside the union can't simply be added to. */
const structured = ["$ref", "allOf", "anyOf", "oneOf", "properties", "required"] as const;

/** Takes the keywords that apply to every branch. */
export function baseOf(node: SchemaNode): SchemaObject {
  const keywords = Array.from(node.rest(), ([keyword]) => keyword).filter(
    (keyword) => !ownKeywords.has(keyword),
  );
  return Object.fromEntries(keywords.map((keyword) => [keyword, node.take(keyword)]));
}

/** Returns the schema of the values that fit both the base and the branch. */
export function withBase(reader: Reading, base: SchemaObject, branch: unknown): unknown {
  if (!isSchemaObject(branch)) return branch === true ? base : branch;
  const fields = reader.fieldsOf(branch);
  const isStructured = structured.some((keyword) => fields.has(keyword));
  const isOnlyType = Object.keys(base).every((keyword) => keyword === "type");
  if (isOnlyType && (isStructured || fields.has("type")))
    return fields.has("type") || fields.has("$ref")
      ? branch
      : { ...base, ...Object.fromEntries(fields) };
  return isStructured || structured.some((keyword) => Object.hasOwn(base, keyword))
    ? { allOf: [base, branch] }
    : Object.fromEntries([...Object.entries(base), ...fields]);
}
