// Calculating and comparing: what next to every program does. The chunk that comes with the
// evaluator, so that a small program waits for no other.

import { arithmeticRows } from "../numbers/arithmetic.ts";
import { builtinChunk, type BuiltinChunk } from "./builtin-chunk.ts";
import { orderingRows } from "../numbers/ordering.ts";

export const basicChunk: BuiltinChunk = /* @__PURE__ */ builtinChunk("basic", [
  { name: "arithmetic", title: "Arithmetic", rows: arithmeticRows },
  { name: "ordering", title: "Comparing", rows: orderingRows },
]);
