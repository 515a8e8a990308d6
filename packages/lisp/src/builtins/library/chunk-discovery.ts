// Builtins that describe the language. A program that uses them loads all other chunks too, because
// it may ask about any of them.

import { builtinChunk, type BuiltinChunk } from "./builtin-chunk.ts";
import { commonChunk } from "./chunk-common.ts";
import { discoveryRows } from "./discovery.ts";

export const discoveryChunk: BuiltinChunk = builtinChunk(
  "discovery",
  [{ name: "discovery", title: "Asking about the language", rows: discoveryRows }],
  commonChunk,
);
