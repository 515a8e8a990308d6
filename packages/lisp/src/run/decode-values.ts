// Language values by name, read from tagged JSON. Loaded on need, with what compiles functions from their source.

import type { Value } from "@ptc/core/values";
import { decodeValue } from "@ptc/core/decoding";
import { functionDecoder } from "./function-decoder.ts";
import { holdsEncodedFunction } from "./holds-function.ts";
import { loadAllBuiltins } from "./load-builtins.ts";

/** @throws DecodingError naming the place of what cannot be read */
export async function decodeValues(json: object): Promise<Map<string, Value>> {
  if (holdsEncodedFunction(json)) await loadAllBuiltins();
  return new Map(Object.entries(json).map(([name, value]) => [name, decodeValue(value, functionDecoder)]));
}
