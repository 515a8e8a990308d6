// The libraries that a source uses, for the functions that it leaves in memory. Loads lazily, with
// the first libraries.

import type { LibraryVersions, UsedLibraries } from "../evaluation/library.ts";

export class NamedLibraries implements UsedLibraries {
  readonly versions: LibraryVersions;

  constructor(versions: LibraryVersions) {
    this.versions = versions;
  }

  namedIn(text: string): LibraryVersions | undefined {
    const named = Object.entries(this.versions).filter(([name]) => text.includes(`${name}/`));
    return named.length === 0 ? undefined : Object.fromEntries(named);
  }
}

/** Returns the libraries with these versions, or undefined without any. */
export function namedLibraries(versions: LibraryVersions | undefined): UsedLibraries | undefined {
  return versions && new NamedLibraries(versions);
}
