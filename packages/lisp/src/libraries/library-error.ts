// The error for libraries that can't be used. Loads with the package, and code that loads lazily
// receives it: importing it there would put it into a file of its own.

import type { Fail } from "@ptc/core/contracts";
import { renderFail } from "../step/render-fail.ts";

/** Libraries have mistakes. `fails` has each of them, with its file, position and hint. */
export class LibraryError extends Error {
  /** The library with the mistakes. */
  readonly library: string;
  readonly fails: readonly Fail[];

  constructor(library: string, fails: readonly Fail[]) {
    super(`the library ${library} can't be used: ${fails.map(renderFail).join("\n")}`);
    this.name = "LibraryError";
    this.library = library;
    this.fails = fails;
  }
}
