// Firewalled fields: programs can use them, but models must not see them. A field is firewalled if
// its name starts with `_` and the host doesn't allow it. A firewall also remembers the values that
// are read from such fields, so texts that contain them can be masked.

import type { FirewallOf } from "./firewall-of.ts";
import { keyName } from "./key-names.ts";
import { SymbolValue } from "./symbol.ts";
import type { Value } from "./value.ts";
import { Vector } from "./vector.ts";

/** The text shown in place of a firewalled value. */
export const firewalledMarker = "<Firewalled>";

/** The value shown in place of a firewalled value: a symbol, which prints without quotes. */
export const hiddenValue = /* @__PURE__ */ new SymbolValue(firewalledMarker);

/** A firewall for values of the language. */
export type FieldFirewall = FirewallOf<Value>;

/** True if a field of this name is firewalled unless allowed: `_token`, `user/_token`. */
export function isFirewalledName(name: string): boolean {
  return name.charCodeAt(0) === underscore || name.includes("/_");
}

const underscore = 95;

/** A firewall that checks only names and remembers nothing. */
export const firewallByName: FieldFirewall = {
  hides: isFirewalledName,
  hiddenAmong: (names) => {
    const hidden = names.map(isFirewalledName);
    return hidden.includes(true) ? hidden : undefined;
  },
  note: () => undefined,
  noteWithin: () => undefined,
  noteElements: () => undefined,
  noteKeys: () => undefined,
  hiddenElements: () => undefined,
  hidesKeys: () => false,
  hidesNumber: () => false,
};

/** True if `key`, a string, keyword or symbol, names a field that `firewall` hides. */
export function hidesKey(firewall: FieldFirewall, key: Value): boolean {
  const name = key instanceof SymbolValue ? key.text : keyName(key);
  return name !== undefined && firewall.hides(name);
}

/** True if `key` names a field that is firewalled by its name. */
export function isFirewalledKey(key: Value): boolean {
  return hidesKey(firewallByName, key);
}

/**
 * Hides firewalled values in a vector. Map entries become vectors such as `[:_token "x"]`, so this
 * replaces the value of such an entry with the marker, and also elements that come from firewalled
 * fields. Returns any other vector unchanged.
 */
export function hideFirewalledEntry(
  vector: Vector<Value>,
  firewall: FieldFirewall = firewallByName,
): Vector<Value> {
  if (vector.count === 2) {
    const key = vector.at(0);
    if (hidesKey(firewall, key)) {
      firewall.note(vector.at(1));
      return Vector.of<Value>([key, hiddenValue]);
    }
  }
  const hidden = firewall.hiddenElements(vector);
  return hidden === undefined
    ? vector
    : Vector.of(
        vector.toArray().map((item, index) => (hidden.has(index) ? hiddenValue : item)),
        vector.kind,
      );
}
