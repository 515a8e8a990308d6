// Defines how functions are written as JSON. A closure writes its source and captured values, and a
// builtin writes its name. A derived function such as `(partial f x)` writes its builtin and its
// parts. `function-decoder.ts` reads them. This file doesn't import the evaluator, which isn't
// needed to load memory that contains only data.

import { FunctionValue, type Value } from "@ptc/core/values";
import type { Json } from "@ptc/core/encoding";

/** A function that can write itself as JSON. */
export abstract class WrittenFunction extends FunctionValue {
  /**
   * Returns JSON for `function-decoder.ts`, or `undefined` if the function can't be stored.
   * `encode` writes the values it holds.
   */
  abstract written(encode: (value: Value) => Json): Json | undefined;

  /** The values that `written` encodes along with the function. */
  get held(): readonly Value[] {
    return [];
  }

  /** The length of the source that `written` writes, in characters. */
  get sourceLength(): number {
    return 0;
  }
}
