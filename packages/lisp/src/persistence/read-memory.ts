// Memory, and functions, from their JSON. Functions are compiled so that they may reach effects.

import type { FunctionDecoder } from "@ptc/core/decoding";
import type { LazyParts } from "../compile/compilation.ts";
import { compilingOnce } from "./compiled-functions.ts";
import { decodeValues } from "./decode-values.ts";
import { lazyFunctions } from "./lazy-functions.ts";
import { Memory } from "./memory.ts";

/** @throws DecodingError naming the place of what cannot be read */
export function readMemory(json: Readonly<Record<string, unknown>>, lazyParts: LazyParts): Memory {
  return Memory.ofValues(decodeValues(json, compilingOnce(true, lazyParts)), true);
}

/** Reads functions that are made at their first call. */
export function lazyFunctionDecoder(lazyParts: LazyParts): FunctionDecoder {
  return lazyFunctions(compilingOnce(true, lazyParts));
}
