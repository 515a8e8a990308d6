// Reads memory and functions from JSON. Compiles functions so that they may reach effects. Lazily
// loaded, by loading/lazy-language.ts.

import type { FunctionDecoder } from "@ptc/core/decoding";
import { OptionError } from "@ptc/core/errors";
import type { LazyParts } from "../compile/compilation.ts";
import { isObject } from "@ptc/core/internal/host";
import { compilingOnce } from "./compiled-functions.ts";
import { decodeValues } from "./decode-values.ts";
import { holdsEncodedFunction } from "./holds-encoded-function.ts";
import { lazyFunctions } from "./lazy-functions.ts";
import { Memory } from "./memory.ts";

/**
 * Reads a memory from its JSON. If it contains a function, the whole language is loaded first,
 * because the function may use any of it.
 * @throws OptionError unless `json` is an object; DecodingError with the path of a value that
 * can't be read
 */
export async function readMemory(
  json: unknown,
  lazyParts: LazyParts & { loadLanguage(): Promise<unknown> },
): Promise<Memory> {
  if (!isObject(json)) throw new OptionError("memory", "expected an object of encoded values");
  if (holdsEncodedFunction(json)) await lazyParts.loadLanguage();
  return Memory.ofValues(decodeValues(json, compilingOnce(true, lazyParts)), true);
}

/** Returns a decoder that restores each function at its first call. */
export function lazyFunctionDecoder(lazyParts: LazyParts): FunctionDecoder {
  return lazyFunctions(compilingOnce(true, lazyParts));
}
