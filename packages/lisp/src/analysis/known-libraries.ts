// The option `libraries` of a run, once it is checked. `libraries/` implements it; it loads lazily,
// with the first option.

import type { Library, LibraryVersions } from "../evaluation/library.ts";
import type { RunLibraries } from "../evaluation/run-libraries.ts";
import type { KnownLibraries } from "./analysis.ts";

/**
 * Checked libraries for any number of programs, made by `createLibraries`. Their functions are
 * compiled at their first call, once for all programs.
 */
export abstract class Libraries implements RunLibraries {
  /** The libraries in the order in which they were given. */
  abstract readonly all: readonly Library[];
  /** @internal Returns the libraries for the analysis of one source. */
  abstract view(): KnownLibraries;
  /** @internal */
  abstract find: RunLibraries["find"];
  /** @internal */
  abstract documents: RunLibraries["documents"];

  /** The content hashes of all libraries by their names; undefined if there are none. */
  abstract readonly versions: LibraryVersions | undefined;
  /** @internal A text that differs for other libraries. */
  abstract readonly key: string;
  /** Returns the library with this name, or undefined. */
  abstract get(name: string): Library | undefined;
  /** Returns the hashes by name, for texts that compare definitions. */
  abstract toJSON(): LibraryVersions;
}
