// All builtins at once, for docs, generated names and tests. Programs get theirs from the library,
// which loads them in chunks, so code that runs programs doesn't import this file.

import { builtinTable, type BuiltinChunk, type BuiltinTable } from "./builtin-chunk.ts";
import type { BuiltinFamily } from "../builtin-family.ts";
import { basicChunk } from "./chunk-basic.ts";
import { commonChunk } from "./chunk-common.ts";
import { discoveryChunk } from "./chunk-discovery.ts";
import { describedLanguage } from "./described-language.ts";
import { extraChunk } from "./chunk-extra.ts";
import { javaChunk } from "./chunk-java.ts";
import { mathematicsChunk } from "./chunk-mathematics.ts";
import { textChunk } from "./chunk-text.ts";

export const builtinChunks: readonly BuiltinChunk[] = [
  basicChunk,
  commonChunk,
  textChunk,
  mathematicsChunk,
  extraChunk,
  javaChunk,
  discoveryChunk(describedLanguage),
];

/** The families in the order of the reference. */
export const builtinFamilies: readonly BuiltinFamily[] = builtinChunks.flatMap(
  ({ families }) => families,
);

/** The builtins of the language by each of their names. */
export const builtins: BuiltinTable = builtinTable(
  builtinFamilies.flatMap((family) => family.rows),
);
