// Asking about the language. A program that does has all other chunks loaded too, for it may ask about any of them.

import type { BuiltinFamily } from "./builtin-family.ts";
import { discoveryRows } from "./discovery.ts";
import { builtinTable, type BuiltinTable } from "./make-builtins.ts";

export const discoveryFamilies: readonly BuiltinFamily[] = [
  { name: "discovery", title: "Asking about the language", rows: discoveryRows },
];

export function discoveryBuiltins(): BuiltinTable {
  return builtinTable(discoveryFamilies.flatMap(({ rows }) => rows));
}
