// Reads memory and functions that were written as JSON. The decoders load lazily.

import type { FunctionDecoder } from "@ptc/core/decoding";
import { lazyCode } from "../loading/lazy-code.ts";
import type * as LazySequences from "../loading/lazy-sequences.ts";
import type { Memory } from "../persistence/memory.ts";

/**
 * Reads memory from JSON.
 * @throws OptionError unless `json` is an object; DecodingError naming the location that can't be
 * read
 */
export async function decodeMemory(json: unknown): Promise<Memory> {
  const { readMemory } = await lazyCode.language.load();
  return readMemory(json, lazyCode);
}

/** Loads the code for lazy sequences in memory. */
export function loadSequences(): Promise<typeof LazySequences> {
  return lazyCode.storedSequences.load();
}

/** Loads the language, then returns a decoder that creates functions at their first call. */
export async function loadLazyFunctionDecoder(): Promise<FunctionDecoder> {
  const { lazyFunctionDecoder } = await lazyCode.loadLanguage();
  return lazyFunctionDecoder(lazyCode);
}
