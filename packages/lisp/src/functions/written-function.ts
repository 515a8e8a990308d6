// How functions are written down. A closure gives its source and what it captured, a builtin its
// name, and what a builtin made of others (`(partial f x)`) that builtin and the parts.
// `function-decoder.ts` reads them back. This file imports nothing of the evaluator, which need not
// be loaded for memory that holds data only.

import { FunctionValue, type Value } from "@ptc/core/values";
import type { Json } from "@ptc/core/encoding";

/** A function that knows how it is written. */
export abstract class WrittenFunction extends FunctionValue {
  /**
   * JSON that `function-decoder.ts` reads, or `undefined` when it cannot be kept; `encode` writes
   * the values it holds.
   */
  abstract written(encode: (value: Value) => Json): Json | undefined;

  /** The values that `written` writes besides the function itself. */
  get held(): readonly Value[] {
    return [];
  }

  /** How long the source is that `written` writes. */
  get sourceLength(): number {
    return 0;
  }
}
