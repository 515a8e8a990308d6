// Shares compiled code between functions that are restored from the same source. A function stored
// under forty names in memory is compiled once.

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
 * Returns a maker that caches compiled functions. `mayAwait` is false for functions that reach no
 * effect; these are compiled synchronously, as they were originally.
 */
export function compilingOnce(mayAwait: boolean, lazyParts: LazyParts): FunctionMaker {
  /** Compiled functions by source, then by everything else that their code depends on. */
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

function shapeOf({ name, captured, shadowed, libraries }: FunctionOrigin): string {
  const names = captured.map(([captureName]) => captureName);
  return JSON.stringify([name ?? null, names, shadowed, libraries]);
}
