// Writes functions as JSON: each says itself how it is written. It stands apart from the evaluator,
// which need not be loaded for memory that holds data only. `persistence/function-decoder.ts` reads
// the JSON.

import type { FunctionEncoder } from "@ptc/core/encoding";
import { WrittenFunction } from "./written-function.ts";

export const functionEncoder: FunctionEncoder = {
  encodeFunction: (fn, encode) => (fn instanceof WrittenFunction ? fn.written(encode) : undefined),
};
