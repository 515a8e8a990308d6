// Asking about the language. A program that does has all other chunks loaded too, for it may ask
// about any of them.

import { builtinChunk, type BuiltinChunk } from "./builtin-chunk.ts";
import { commonChunk } from "./chunk-common.ts";
import { discoveryRows } from "./discovery.ts";

export const discoveryChunk: BuiltinChunk = builtinChunk(
  "discovery",
  [{ name: "discovery", title: "Asking about the language", rows: discoveryRows }],
  commonChunk,
);
