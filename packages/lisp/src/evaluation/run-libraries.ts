// The libraries of the host as a running program sees them: to describe them, and to find the
// functions that stored functions refer to.

import type { Value } from "@ptc/core/values";

/** A definition of a library. */
export interface LibraryDefinition {
  readonly value: Value;
  /** The content hash of its library. */
  readonly hash: string;
}

/** The description of a public definition of a library. */
export interface LibraryDocument {
  /** With its library: `orders/late`. */
  readonly name: string;
  /** How it is called: `(orders/late orders now)`; the name of a constant. */
  readonly forms: readonly string[];
  readonly doc: string;
  readonly kind: "function" | "constant";
}

export interface RunLibraries {
  /** Returns a definition, also a private one, or undefined. */
  find(library: string, name: string): LibraryDefinition | undefined;
  /** The public definitions in the order of the libraries and their sources. */
  documents(): readonly LibraryDocument[];
}
