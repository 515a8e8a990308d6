// The part of a lazy sequence that core has to know to name it. The lisp package decides how
// elements are computed and on which budget. It realizes a lazy sequence before the sequence is
// printed or passed to the host. Memory stores the elements so far and the rest. Descriptions of
// memory show `asData`: the elements so far, and `...` if there may be more.

import { OpaqueValue } from "./opaque.ts";

/** All values in it are language values, which can't be named here. */
export interface LazyElements {
  readonly realized: readonly unknown[];
  readonly continuation?: readonly unknown[] | undefined;
}

/** A sequence whose elements are computed on first access; see `lisp/src/sequence`. */
export abstract class LazySequence extends OpaqueValue {
  readonly typeName: string = "lazy sequence";
  /** The elements so far, and the values from which the others are computed. */
  declare readonly elements: LazyElements;

  /** True if all of its elements are computed. */
  get isComputed(): boolean {
    return false;
  }
}
