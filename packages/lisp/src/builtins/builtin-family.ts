// A family of builtins: the rows of one file, listed under one heading in the reference.

import type { BuiltinRow } from "./row.ts";

export interface BuiltinFamily {
  /** The name of its file and of its conformance vectors. */
  readonly name: string;
  /** Its heading in the reference. */
  readonly title: string;
  readonly rows: readonly BuiltinRow[];
}
