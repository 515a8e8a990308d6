// Makes functions again with the library of builtins and the compiler. It is handed to the code
// that reads written values, which is loaded apart from the evaluator and imports neither.

import { builtinLibrary } from "../builtins/library/builtin-library.ts";
import { compileFunctionSource } from "../compile/compile-function.ts";
import type { FunctionMaker } from "./function-decoder.ts";

export const functionMaker: FunctionMaker = {
  builtin: (name) => builtinLibrary.find(name),
  closure: (source, origin, meter) => compileFunctionSource(source, origin, meter),
};
