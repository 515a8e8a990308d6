// Memory, and functions, from the JSON that was written of them. Functions are compiled so that
// they may reach effects.

import type { FunctionDecoder } from "@ptc/core/decoding";
import { compilingOnce } from "./compiled-functions.ts";
import { decodeValues } from "./decode-values.ts";
import { functionsOnNeed } from "./functions-on-need.ts";
import { Memory } from "./memory.ts";

/** @throws DecodingError naming the place of what cannot be read */
export function readMemory(json: Readonly<Record<string, unknown>>): Memory {
  return Memory.ofValues(decodeValues(json, compilingOnce(true)), true);
}

/** Reads functions that are made when they are first called. */
export function functionsMadeOnNeed(): FunctionDecoder {
  return functionsOnNeed(compilingOnce(true));
}
