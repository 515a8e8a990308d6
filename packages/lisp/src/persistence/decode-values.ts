// Language values by name, read from tagged JSON.

import type { Value } from "@ptc/core/values";
import { decodeValue } from "@ptc/core/decoding";
import { fieldsOf } from "../evaluation/is-object.ts";
import { functionDecoder, type FunctionMaker } from "./function-decoder.ts";

/** @throws DecodingError naming the place of what cannot be read */
export function decodeValues(json: object, make: FunctionMaker): Map<string, Value> {
  const functions = functionDecoder(make);
  return new Map(
    fieldsOf(json).map(([name, value]) => [name, decodeValue(value, { functions, path: name })]),
  );
}
