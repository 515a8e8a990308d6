// A library of the host as the host sees it, after its checks.

/** The content hashes of libraries by their names. */
export type LibraryVersions = Readonly<Record<string, string>>;

/** The libraries that one source uses. */
export interface UsedLibraries {
  readonly versions: LibraryVersions;
  /** Returns the versions of those that a part of the source names; undefined for none. */
  namedIn(text: string): LibraryVersions | undefined;
}

/** A public definition of a library. */
export interface LibraryFunction {
  readonly name: string;
  /**
   * The parameters of each arity as they are written, such as `[orders & more]`. Empty for a
   * constant.
   */
  readonly arglists: readonly string[];
  readonly doc?: string;
  /** The names of all tools that a call may reach, also through other functions, sorted. */
  readonly tools: readonly string[];
  /** The line of its definition, from 1. */
  readonly line: number;
}

/** A library whose source has been checked. */
export interface Library {
  readonly name: string;
  readonly source: string;
  /** The docstring of its `ns`. */
  readonly doc?: string;
  /** SHA-256 of its source and of the libraries that it requires, in hexadecimal digits. */
  readonly hash: string;
  /** The names of the libraries that it requires, in the order of its source. */
  readonly requires: readonly string[];
  /** Its public functions and constants in the order of its source. */
  readonly functions: readonly LibraryFunction[];
}
