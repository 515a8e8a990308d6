// Encodes values that aren't data for another process: exceptions, `reduced`, and functions with
// captured values that can't leave the process. There they print and answer predicates as they do
// here. `opaque-decoder.ts` reads them. Memory and journals don't use this encoder; they store the
// data of such values.

import { EncodingError, type FunctionEncoder, type Json } from "@ptc/core/encoding";
import { FunctionValue } from "@ptc/core/values";
import { Reduced } from "../functions/reduced.ts";
import { ExceptionValue } from "../evaluation/errors/exception-value.ts";
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
    if (value instanceof Reduced) return { reduced: encode(value.value) };
    if (value instanceof FunctionValue) return { function: value.name ?? null };
    if (!(value instanceof ExceptionValue)) return undefined;
    const { kind, className, message, data, cause } = value.parts;
    return {
      exception: {
        kind,
        ...(className === undefined ? {} : { className }),
        message,
        data: encode(data),
        cause: encode(cause),
      },
    };
  },
};
