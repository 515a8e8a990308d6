// Firewalled fields: programs can use them, but a model must not see them. A field is firewalled
// when its name starts with `_`, unless the host allows it. What decides that also remembers the
// values that are read out of such fields, so that texts that show them can be masked.

import { keyName } from "./key-names.ts";
import type { MapValue } from "./map-value.ts";
import { SymbolValue } from "./symbol.ts";
import type { Value } from "./value.ts";
import { Vector } from "./vector.ts";

/** What is shown in place of a firewalled value. */
export const firewalledMarker = "<Firewalled>";

/** What is shown in place of a firewalled value, as a value: a symbol, which prints as it is. */
export const hiddenValue = /* @__PURE__ */ new SymbolValue(firewalledMarker);

/**
 * Decides which fields are firewalled and is told what stands in them. Telling must cost little:
 * it happens whenever a program reads such a field.
 */
export interface FieldFirewall {
  /** Whether a field of this name is firewalled. */
  hides(name: string): boolean;
  /** Which of the fields of a map are; undefined where none is. */
  hiddenAmong(names: readonly string[]): readonly boolean[] | undefined;
  /**
   * `value` was read out of a firewalled field, or is hidden as one. `source` is what the host gave
   * for it, by which it is known when it is read again.
   */
  note(value: Value, source?: unknown): void;
  /** `value` may hold firewalled fields that no crossing will read. */
  noteWithin(value: Value): void;
  /**
   * The elements of `vector` at these indexes were taken out of firewalled fields: they are hidden
   * where the vector is shown, however short they are.
   */
  noteElements(vector: Vector<Value>, indexes: ReadonlySet<number>): void;
  /** The keys of `map` were taken out of firewalled fields. */
  noteKeys(map: MapValue<Value>): void;
  /** The indexes of the elements that `noteElements` told of. */
  hiddenElements(vector: Vector<Value>): ReadonlySet<number> | undefined;
  hidesKeys(map: MapValue<Value>): boolean;
  /** Whether a number is one that was noted. */
  hidesNumber(value: number | bigint): boolean;
}

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
      ).asSequence(vector.isSequence);
}
