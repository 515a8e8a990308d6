// Firewalled fields: programs can use them, a model must not see them. The rule is their name.

import { keyName } from "./key-names.ts";
import { SymbolValue } from "./symbol.ts";
import type { Value } from "./value.ts";

/** What is shown in place of a firewalled value. */
export const firewalledMarker = "<Firewalled>";

/** Whether a field of this name is firewalled: `_token`, `user/_token`. */
export function isFirewalledName(name: string): boolean {
  return name.startsWith("_") || name.includes("/_");
}

/** Whether what a map holds under `key` is firewalled: strings, keywords and symbols name fields. */
export function isFirewalledKey(key: Value): boolean {
  return isFirewalledName(key instanceof SymbolValue ? key.text : keyName(key) ?? "");
}
