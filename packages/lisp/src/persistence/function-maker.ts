// What makes the functions of written values again: the library, and the compiler. Given to what
// reads such values, which is loaded apart from the evaluator and knows neither.

import { builtinLibrary } from "../builtins/library/builtin-library.ts";
import { compileFunctionSource } from "./compile-function.ts";
import type { FunctionMaker } from "./function-decoder.ts";

export const functionMaker: FunctionMaker = {
  builtin: (name) => builtinLibrary.find(name),
  closure: (source, origin) => compileFunctionSource(source, origin),
};

/** For functions that are known to reach no effect: they count as they did when they were made. */
export const effectFreeFunctionMaker: FunctionMaker = {
  builtin: (name) => builtinLibrary.find(name),
  closure: (source, origin) => compileFunctionSource(source, origin, false),
};
