// How a key meets a field that is spelled another way. A keyword and a string of the same name
// match each other, and a hyphen also matches an underscore. The exact key always wins.

import { Keyword } from "./keyword.ts";
import type { Value } from "./value.ts";

/** The text of a key that names a field; `undefined` for keys of other kinds. */
export function keyName(key: Value): string | undefined {
  if (typeof key === "string") return key;
  return key instanceof Keyword ? key.text : undefined;
}

/** A name with underscores for hyphens, as hosts spell it: `due-date` becomes `due_date`. */
export function hostFieldName(name: string): string {
  return name.includes("-") ? name.replaceAll("-", "_") : name;
}
