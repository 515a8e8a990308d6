// Firewalled fields: programs can use them, but a model must not see them. A field is firewalled
// when its name starts with `_`, unless the host allows it. What decides that also remembers the
// values that are read out of such fields, so that texts that show them can be masked.

import type { FirewallOf } from "./firewall-of.ts";
import { keyName } from "./key-names.ts";
import { SymbolValue } from "./symbol.ts";
import type { Value } from "./value.ts";
import { Vector } from "./vector.ts";

/** What is shown in place of a firewalled value. */
export const firewalledMarker = "<Firewalled>";

/** What is shown in place of a firewalled value, as a value: a symbol, which prints as it is. */
export const hiddenValue = /* @__PURE__ */ new SymbolValue(firewalledMarker);

/** A firewall for values of the language. */
export type FieldFirewall = FirewallOf<Value>;

/** Whether a field of this name is firewalled, if not allowed: `_token`, `user/_token`. */
export function isFirewalledName(name: string): boolean {
  return name.charCodeAt(0) === underscore || name.includes("/_");
}

const underscore = 95;

/** Firewalled by name alone: nothing is remembered. */
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

/** Whether a key names a field that `firewall` hides, as a string, keyword or symbol. */
export function hidesKey(firewall: FieldFirewall, key: Value): boolean {
  const name = key instanceof SymbolValue ? key.text : keyName(key);
  return name !== undefined && firewall.hides(name);
}

/** Whether a key names a field that is firewalled by its name. */
export function isFirewalledKey(key: Value): boolean {
  return hidesKey(firewallByName, key);
}

/**
 * Entries of maps become vectors such as `[:_token "x"]`. Replaces the value in such a vector by
 * the marker, and elements that were taken out of firewalled fields; any other vector is returned
 * as it is.
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
