// Writes functions, exceptions and `reduced` as JSON by calling their own `written` method. Kept
// separate from the evaluator, which isn't needed to load memory that contains only data.
// `persistence/function-decoder.ts` reads the JSON.

import type { FunctionEncoder } from "@ptc/core/encoding";
import { WrittenValue } from "../evaluation/errors/written-value.ts";
import { WrittenFunction } from "./written-function.ts";

export const functionEncoder: FunctionEncoder = {
  encodeFunction: (fn, encode) => (fn instanceof WrittenFunction ? fn.written(encode) : undefined),
  encodeOpaque: (value, encode) =>
    value instanceof WrittenValue ? value.written(encode) : undefined,
};
