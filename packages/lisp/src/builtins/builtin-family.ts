// A family of builtins: the rows of one file, under one heading of the reference.

import type { BuiltinRow } from "./row.ts";

export interface BuiltinFamily {
  /** The name of its file, which its conformance vectors share. */
  readonly name: string;
  /** Its heading in the reference. */
  readonly title: string;
  readonly rows: readonly BuiltinRow[];
}
