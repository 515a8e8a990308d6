// Reads the titles of constants, as in `oneOf: [{const: "eu", title: "Europe"}]`, into the
// description of their field, because an enum has no place for them.

import { oneLine } from "@ptc/core/internal/errors";
import { nameInTitle } from "./json-schema.ts";
import type { Reading } from "./reading.ts";
import { isSchemaObject, type SchemaNode } from "./schema-node.ts";

const mostTitles = 30;
const longestTitle = 60;

/**
 * Returns the description of the schema followed by the titles of its constants. If no title says
 * more than its constant, returns `undefined` and leaves the description in the node.
 */
export function constantTitles(
  reader: Reading,
  node: SchemaNode,
  branches: readonly unknown[],
): string | undefined {
  const titles: string[] = [];
  for (const branch of branches.slice(0, mostTitles)) {
    if (!isSchemaObject(branch)) continue;
    const fields = reader.fieldsOf(branch);
    const value = fields.get("const");
    const title = fields.get("title");
    if (typeof title !== "string" || title === "") continue;
    // The title of a definition names the type of its branch.
    if (nameInTitle(title) !== undefined) continue;
    if (!["string", "number", "boolean"].includes(typeof value)) continue;
    const name = String(value);
    if (letters(name) !== letters(title))
      titles.push(`${oneLine(name, longestTitle)}: ${oneLine(title, longestTitle)}`);
  }
  if (titles.length === 0) return undefined;
  const description = node.text("description");
  node.take("description");
  const listed = titles.join("; ");
  return description === undefined ? listed : `${description} (${listed})`;
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/gu, "");
}
