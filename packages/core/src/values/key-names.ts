// How a key that was written one way meets a field that is spelled another. Keyword and string of
// one name match each other; a hyphen falls back to an underscore. The exact key always wins.

import { Keyword } from "./keyword.ts";
import type { Value } from "./value.ts";

/** The text of a key that names a field; `undefined` for keys of other kinds. */
export function keyName(key: Value): string | undefined {
  if (typeof key === "string") return key;
  return key instanceof Keyword ? key.text : undefined;
}

/** `due-date` as it is spelled on the host's side: `due_date`. */
export function hostFieldName(name: string): string {
  return name.includes("-") ? name.replaceAll("-", "_") : name;
}
