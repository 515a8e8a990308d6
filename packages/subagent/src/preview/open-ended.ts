// Recognizes the elements so far of lazy sequences.

import { SymbolValue, Vector, type Value } from "@ptc/core/values";

/** True for the elements so far of a lazy sequence that may have more: its last one is `...`. */
export function isOpenEnded(value: Value): boolean {
  const last = value instanceof Vector && value.count > 0 ? value.at(value.count - 1) : undefined;
  return last instanceof SymbolValue && last.text === "...";
}
