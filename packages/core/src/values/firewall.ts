// Firewalled fields: programs can use them, a model must not see them. The rule is their name.

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

/** Whether a key names a firewalled field, however it is written. */
export function isFirewalledKey(key: Value): boolean {
  return isFirewalledName(key instanceof SymbolValue ? key.text : (keyName(key) ?? ""));
}

/**
 * A field as a map's entry holds it, `[:_token "x"]`, without its value; any other vector as it is.
 */
export function hideFirewalledEntry(vector: Vector<Value>): Vector<Value> {
  if (vector.count !== 2) return vector;
  const key = vector.at(0);
  return isFirewalledKey(key) ? Vector.of<Value>([key, hidden]) : vector;
}
