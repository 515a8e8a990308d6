// Arithmetic and comparison, which nearly every program uses. This chunk comes with the evaluator,
// so a small program doesn't wait for another one.

import { arithmeticRows } from "../numbers/arithmetic.ts";
import { builtinChunk, type BuiltinChunk } from "./builtin-chunk.ts";
import { orderingRows } from "../numbers/ordering.ts";

export const basicChunk: BuiltinChunk = /* @__PURE__ */ builtinChunk("basic", [
  { name: "arithmetic", title: "Arithmetic", rows: arithmeticRows },
  { name: "ordering", title: "Comparing", rows: orderingRows },
]);
