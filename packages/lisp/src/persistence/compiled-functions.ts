// Functions that are made again from one source share their code: a function that memory holds
// under forty names is compiled once.

import { builtinLibrary } from "../builtins/library/builtin-library.ts";
import type { LazyParts } from "../compile/compilation.ts";
import {
  closureOf,
  compileFunctionCode,
  type CompiledFunction,
  type FunctionOrigin,
} from "../compile/compile-function.ts";
import type { FunctionMaker } from "./function-decoder.ts";

/**
 * A maker that remembers what it compiled. `mayAwait` is false for functions that are known to
 * reach no effect: they are compiled as they were when they were made.
 */
export function compilingOnce(mayAwait: boolean, lazyParts: LazyParts): FunctionMaker {
  /** By source, and then by everything else that the code depends on. */
  const known = new Map<string, Map<string, CompiledFunction | undefined>>();
  return {
    builtin: (name) => builtinLibrary.find(name),
    closure(source, origin, meter) {
      const ofSource = known.get(source) ?? new Map<string, CompiledFunction | undefined>();
      known.set(source, ofSource);
      const shape = shapeOf(origin);
      if (!ofSource.has(shape))
        ofSource.set(shape, compileFunctionCode(source, origin, meter, mayAwait, lazyParts));
      const compiled = ofSource.get(shape);
      return compiled && closureOf(compiled, origin);
    },
  };
}

function shapeOf({ name, captured, shadowed }: FunctionOrigin): string {
  return JSON.stringify([name ?? null, captured.map(([captureName]) => captureName), shadowed]);
}
