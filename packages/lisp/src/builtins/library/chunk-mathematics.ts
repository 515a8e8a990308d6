// Roots, powers and angles, with the functions that compute them.

import { builtinChunk, type BuiltinChunk } from "./builtin-chunk.ts";
import { commonChunk } from "./chunk-common.ts";
import { powerRows } from "../numbers/powers.ts";

export const mathematicsChunk: BuiltinChunk = builtinChunk(
  "mathematics",
  [{ name: "powers", title: "Roots, powers and angles", rows: powerRows }],
  commonChunk,
);
