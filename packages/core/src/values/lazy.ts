// The contract of a lazy sequence, as far as core has to know it in order to name one. How elements
// are made, and under whose budget, is decided in the lisp package, which realises a lazy sequence
// before it is printed, kept or handed over.

import { OpaqueValue } from "./opaque.ts";

/** A sequence whose elements are computed when asked for; see `lisp/src/lazy`. */
export abstract class LazySequence extends OpaqueValue {
  readonly typeName: string = "lazy sequence";
}
