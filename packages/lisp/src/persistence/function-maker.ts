// Restores functions with the library of builtins and the compiler. Decoders of stored values
// receive this maker, so they import neither.

import { builtinLibrary } from "../builtins/library/builtin-library.ts";
import type { LazyParts } from "../compile/compilation.ts";
import { compileFunctionSource } from "../compile/compile-function.ts";
import type { FunctionMaker } from "./function-decoder.ts";

export function functionMaker(lazyParts: LazyParts): FunctionMaker {
  return {
    builtin: (name) => builtinLibrary.find(name),
    closure: (source, origin, meter) => compileFunctionSource(source, origin, meter, lazyParts),
  };
}
