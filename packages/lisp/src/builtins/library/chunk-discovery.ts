// Builtins that describe the language. A program that uses them loads all other chunks too, because
// it may ask about any of them.

import { builtinChunk, type BuiltinChunk } from "./builtin-chunk.ts";
import { commonChunk } from "./chunk-common.ts";
import { discoveryRows } from "./discovery.ts";
import type { DescribedLanguage } from "./language-catalog.ts";

/** Returns the chunk for programs of `language`. */
export function discoveryChunk(language: DescribedLanguage): BuiltinChunk {
  return builtinChunk(
    "discovery",
    [{ name: "discovery", title: "Asking about the language", rows: discoveryRows(language) }],
    commonChunk,
  );
}
