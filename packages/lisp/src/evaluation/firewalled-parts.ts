// Values that were taken out of firewalled fields by a builtin that knows it: they are hidden where
// they are shown, however short they are, for as long as the collection that holds them lives.

import { FunctionValue, MapValue, Vector, hidesKey, type Value } from "@ptc/core/values";
import type { Branch } from "./branches/branch.ts";

/** The values of `map`, of which those of firewalled fields are noted. */
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
  // A builtin that yields a sequence hands this very vector on.
  const sequence = values.asSequence();
  if (hidden.size > 0) firewall.noteElements(sequence, hidden);
  return sequence;
}

/** A map whose keys `key` has read of elements. */
export function notedKeys(branch: Branch, key: Value, map: Value): Value {
  if (map instanceof MapValue && readsFirewalled(branch, key))
    branch.evaluation.firewall?.noteKeys(map);
  return map;
}

/** Whether a key, as aggregators take it, reads a firewalled field: `:_pin`, `[:user :_pin]`. */
export function readsFirewalled({ evaluation: { firewall } }: Branch, key: Value): boolean {
  if (firewall === undefined || key instanceof FunctionValue) return false;
  if (key instanceof Vector) {
    for (let index = 0; index < key.count; index++)
      if (hidesKey(firewall, key.at(index))) return true;
    return false;
  }
  return hidesKey(firewall, key);
}
