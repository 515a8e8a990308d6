// Reads memory that was written as JSON. Where it holds a function, the whole language is loaded
// first, because the function may use any of it.

import type { FunctionDecoder } from "@ptc/core/decoding";
import { OptionError } from "@ptc/core/errors";
import { isObject } from "../evaluation/host/is-object.ts";
import type { Memory } from "../persistence/memory.ts";
import { lazyCode } from "../loading/lazy-code.ts";

/**
 * @throws OptionError unless `json` is an object; DecodingError naming the place of what cannot be
 * read
 */
export async function decodeMemory(json: unknown): Promise<Memory> {
  if (!isObject(json)) throw new OptionError("memory", "expected an object of encoded values");
  const { holdsEncodedFunction, readMemory } = await lazyCode.language.load();
  if (holdsEncodedFunction(json)) await lazyCode.loadLanguage();
  return readMemory(json, lazyCode);
}

/** Loads the language, then returns a decoder of functions that are made at their first call. */
export async function loadLazyFunctionDecoder(): Promise<FunctionDecoder> {
  const { lazyFunctionDecoder } = await lazyCode.loadLanguage();
  return lazyFunctionDecoder(lazyCode);
}
