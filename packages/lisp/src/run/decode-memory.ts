// Reads memory that was written as JSON. Where it holds a function, the whole language is loaded
// first, because the function may use any of it.

import type { FunctionDecoder } from "@ptc/core/decoding";
import { OptionError } from "@ptc/core/errors";
import { isObject } from "@ptc/core/internal/host";
import type { Memory } from "../persistence/memory.ts";
import { loadFurther } from "./load-further.ts";
import { loadLanguage } from "./load-language.ts";

/**
 * @throws OptionError unless `json` is an object; DecodingError naming the place of what cannot be
 * read
 */
export async function decodeMemory(json: unknown): Promise<Memory> {
  if (!isObject(json)) throw new OptionError("memory", "expected an object of encoded values");
  const { holdsEncodedFunction, readMemory } = await loadFurther();
  if (holdsEncodedFunction(json)) await loadLanguage();
  return readMemory(json);
}

/** Reads functions that are made when they are first called; the language is loaded before. */
export async function loadFunctionsOnNeed(): Promise<FunctionDecoder> {
  await loadLanguage();
  const { functionsMadeOnNeed } = await loadFurther();
  return functionsMadeOnNeed();
}
