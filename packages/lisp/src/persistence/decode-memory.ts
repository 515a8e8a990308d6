// Reads memory that was written as JSON. Where it holds a function, all builtins are loaded first,
// because the function may use any of them.

import { OptionError } from "@ptc/core/errors";
import { functionMaker } from "./function-maker.ts";
import { holdsEncodedFunction } from "./holds-function.ts";
import { isObject } from "../evaluation/is-object.ts";
import { loadAllBuiltins } from "../builtins/library/load-builtins.ts";
import { Memory } from "./memory.ts";

/**
 * @throws OptionError unless `json` is an object; DecodingError naming the place of what cannot be
 * read
 */
export async function decodeMemory(json: unknown): Promise<Memory> {
  if (!isObject(json)) throw new OptionError("memory", "expected an object of encoded values");
  if (holdsEncodedFunction(json)) await loadAllBuiltins();
  const { decodeValues } = await import("./written-values.ts");
  // Functions that are read from JSON are compiled so that they may reach effects.
  return Memory.ofValues(decodeValues(json, functionMaker), true);
}
