// Calculating and comparing, which nearly every program does. This chunk comes with the evaluator,
// so that a small program waits for no other.

import { arithmeticRows } from "../numbers/arithmetic.ts";
import { builtinChunk, type BuiltinChunk } from "./builtin-chunk.ts";
import { orderingRows } from "../numbers/ordering.ts";

export const basicChunk: BuiltinChunk = /* @__PURE__ */ builtinChunk("basic", [
  { name: "arithmetic", title: "Arithmetic", rows: arithmeticRows },
  { name: "ordering", title: "Comparing", rows: orderingRows },
]);
