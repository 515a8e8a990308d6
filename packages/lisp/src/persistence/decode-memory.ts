// Reads memory that was written as JSON. Where it holds a function, all builtins are loaded first,
// because the function may use any of them.

import type { FunctionDecoder } from "@ptc/core/decoding";
import { OptionError } from "@ptc/core/errors";
import { compilingOnce } from "./compiled-functions.ts";
import { holdsEncodedFunction } from "./holds-function.ts";
import { isObject } from "../evaluation/is-object.ts";
import { loadLanguage } from "../compile/load-language.ts";
import { Memory } from "./memory.ts";

/**
 * @throws OptionError unless `json` is an object; DecodingError naming the place of what cannot be
 * read
 */
export async function decodeMemory(json: unknown): Promise<Memory> {
  if (!isObject(json)) throw new OptionError("memory", "expected an object of encoded values");
  if (holdsEncodedFunction(json)) await loadLanguage();
  const { decodeValues } = await import("./written-values.ts");
  // Functions that are read from JSON are compiled so that they may reach effects.
  return Memory.ofValues(decodeValues(json, compilingOnce(true)), true);
}

/** Reads functions that are made when they are first called; all builtins are loaded before. */
export async function loadFunctionsOnNeed(): Promise<FunctionDecoder> {
  await loadLanguage();
  const { functionsOnNeed } = await import("./written-values.ts");
  return functionsOnNeed(compilingOnce(true));
}
