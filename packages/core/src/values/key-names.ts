// Matches keys to fields with another spelling. A keyword and a string of the same name match, and
// a hyphen matches an underscore. The exact key always wins.

import { Keyword } from "./keyword.ts";
import type { Value } from "./value.ts";

/** Returns the text of a key that can name a field, or `undefined` for other kinds of keys. */
export function keyName(key: Value): string | undefined {
  if (typeof key === "string") return key;
  return key instanceof Keyword ? key.text : undefined;
}

/**
 * Replaces hyphens in a name with underscores, as hosts spell it: `due-date` becomes `due_date`.
 */
export function hostFieldName(name: string): string {
  return name.includes("-") ? name.replaceAll("-", "_") : name;
}
