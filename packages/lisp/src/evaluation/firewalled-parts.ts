// Tracks values that builtins knowingly take from firewalled fields. They are hidden in texts,
// however short they are, as long as the collection that contains them exists.

import { FunctionValue, MapValue, Vector, type Value } from "@ptc/core/values";
import { hidesKey } from "@ptc/core/internal/values";
import type { Branch } from "./branches/branch.ts";

/** Returns the values of `map`, and notes those of firewalled fields. */
export function notedValues(
  { evaluation: { firewall } }: Branch,
  map: MapValue<Value>,
  values: Vector<Value>,
): Vector<Value> {
  if (firewall === undefined) return values;
  const hidden = new Set<number>();
  let index = 0;
  map.forEach((key, value) => {
    if (hidesKey(firewall, key)) {
      firewall.note(value);
      hidden.add(index);
    }
    index++;
  });
  // Builtins that return a sequence pass on this same vector.
  const sequence = values.asSequence();
  if (hidden.size > 0) firewall.noteElements(sequence, hidden);
  return sequence;
}

/** Returns `map`, and notes its keys if `key` read them from firewalled fields of elements. */
export function notedKeys(branch: Branch, key: Value, map: Value): Value {
  if (map instanceof MapValue && readsFirewalled(branch, key))
    branch.evaluation.firewall?.noteKeys(map);
  return map;
}

/** True if a key, as aggregators accept it, reads a firewalled field: `:_pin`, `[:user :_pin]`. */
export function readsFirewalled({ evaluation: { firewall } }: Branch, key: Value): boolean {
  if (firewall === undefined || key instanceof FunctionValue) return false;
  if (key instanceof Vector) {
    for (let index = 0; index < key.count; index++)
      if (hidesKey(firewall, key.at(index))) return true;
    return false;
  }
  return hidesKey(firewall, key);
}
