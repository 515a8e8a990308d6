// The part of a lazy sequence that core has to know to name it. The lisp package decides how
// elements are computed and on which budget. It realizes a lazy sequence before the sequence is
// printed, stored or passed to the host.

import { OpaqueValue } from "./opaque.ts";

/** A sequence whose elements are computed on first access; see `lisp/src/lazy`. */
export abstract class LazySequence extends OpaqueValue {
  readonly typeName: string = "lazy sequence";
}
