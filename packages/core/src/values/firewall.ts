// Firewalled fields: programs can use them, but a model must not see them. A field is firewalled
// when its name starts with `_`.

import { keyName } from "./key-names.ts";
import { SymbolValue } from "./symbol.ts";
import type { Value } from "./value.ts";
import { Vector } from "./vector.ts";

/** What is shown in place of a firewalled value. */
export const firewalledMarker = "<Firewalled>";

const hidden = new SymbolValue(firewalledMarker);

/** Whether a field of this name is firewalled: `_token`, `user/_token`. */
export function isFirewalledName(name: string): boolean {
  return name.startsWith("_") || name.includes("/_");
}

/** Whether a key names a firewalled field, as a string, keyword or symbol. */
export function isFirewalledKey(key: Value): boolean {
  return isFirewalledName(key instanceof SymbolValue ? key.text : (keyName(key) ?? ""));
}

/**
 * Entries of maps become vectors such as `[:_token "x"]`. Replaces the value in such a vector by
 * the marker; any other vector is returned as it is.
 */
export function hideFirewalledEntry(vector: Vector<Value>): Vector<Value> {
  if (vector.count !== 2) return vector;
  const key = vector.at(0);
  return isFirewalledKey(key) ? Vector.of<Value>([key, hidden]) : vector;
}
