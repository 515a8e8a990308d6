// Encodes the result of a program for another process. There, functions with captured values that
// can't leave the process print and answer predicates as they do here. `opaque-decoder.ts` reads
// them. Memory and journals don't use this encoder, because such a function couldn't be called.

import { EncodingError, type FunctionEncoder, type Json } from "@ptc/core/encoding";
import { FunctionValue } from "@ptc/core/values";
import { functionEncoder } from "../functions/function-encoder.ts";

export const opaqueEncoder: FunctionEncoder = {
  encodeFunction(fn, encode) {
    try {
      return functionEncoder.encodeFunction(fn, encode);
    } catch (error) {
      if (error instanceof EncodingError) return undefined;
      throw error;
    }
  },

  encodeOpaque(value, encode): Json | undefined {
    return value instanceof FunctionValue
      ? { function: value.name ?? null }
      : functionEncoder.encodeOpaque?.(value, encode);
  },
};
