// Makes functions again with the library of builtins and the compiler. It is handed to the code
// that reads written values, which is loaded apart from the evaluator and imports neither.

import { builtinLibrary } from "../builtins/library/builtin-library.ts";
import { compilerLibrary } from "../compile/further-compilers.ts";
import type { FunctionMaker } from "./function-decoder.ts";

export const functionMaker: FunctionMaker = {
  builtin: (name) => builtinLibrary.find(name),
  closure: (source, origin, meter) =>
    compilerLibrary.loaded.compileFunctionSource(source, origin, meter),
};
