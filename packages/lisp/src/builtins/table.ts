// All builtins at once, for the documents, the generated names and the tests. Programs are given theirs by the library,
// which loads them in chunks: nothing that runs programs imports this file.

import type { BuiltinFamily } from "./builtin-family.ts";
import type { ChunkName } from "./builtin-names.ts";
import { commonFamilies } from "./chunk-common.ts";
import { discoveryFamilies } from "./chunk-discovery.ts";
import { furtherFamilies } from "./chunk-further.ts";
import { textFamilies } from "./chunk-text.ts";
import { builtinTable, type BuiltinTable } from "./make-builtins.ts";

export const builtinChunks: Readonly<Record<ChunkName, readonly BuiltinFamily[]>> = {
  common: commonFamilies,
  text: textFamilies,
  further: furtherFamilies,
  discovery: discoveryFamilies,
};

/** The families in the order of the reference. */
export const builtinFamilies: readonly BuiltinFamily[] = Object.values(builtinChunks).flat();

/** The builtins of the language by every one of their names. */
export const builtins: BuiltinTable = builtinTable(builtinFamilies.flatMap((family) => family.rows));
