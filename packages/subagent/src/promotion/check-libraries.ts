// Checks libraries and runs their tests.

import { LibraryError, createLibraries, type Fail, type Libraries } from "@ptc/lisp";
import { caseProblem, type LibraryCase } from "./library-case.ts";

/** The sources of libraries, and the tests of those that have tests, by name. */
export interface TestedLibraries {
  readonly sources: Readonly<Record<string, string>>;
  readonly tests: ReadonlyMap<string, readonly LibraryCase[]>;
}

export interface FailedCase {
  readonly library: string;
  /** The number of the test in its file, from 1. */
  readonly number: number;
  readonly function: string;
  readonly message: string;
}

/** The mistakes of libraries, or the result of their tests. */
export type CheckedLibraries =
  | { readonly ok: false; readonly fails: readonly Fail[] }
  | {
      readonly ok: true;
      readonly libraries: Libraries;
      readonly passed: number;
      readonly failed: readonly FailedCase[];
    };

/**
 * Checks libraries and runs their tests, without calling tools.
 * @throws OptionError for a wrong name of a library
 */
export async function checkLibraries({
  sources,
  tests,
}: TestedLibraries): Promise<CheckedLibraries> {
  let libraries: Libraries;
  try {
    libraries = await createLibraries(sources);
  } catch (error) {
    if (!(error instanceof LibraryError)) throw error;
    return { ok: false, fails: error.fails };
  }
  const failed: FailedCase[] = [];
  let passed = 0;
  for (const [library, cases] of tests)
    for (const [index, each] of cases.entries()) {
      const message = await caseProblem(libraries, library, each);
      if (message === undefined) passed++;
      else failed.push({ library, number: index + 1, function: each.function, message });
    }
  return { ok: true, libraries, passed, failed };
}
