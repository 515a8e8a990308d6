// A position in a program where something can fail: what an error message needs to show it.

import type { Span } from "@ptc/parser";

/** One call or special form of one source. */
export interface Site {
  readonly source: string;
  readonly span: Span;
  /** The operation as the program wrote it: `map`, `tool/search`. */
  readonly operation: string;
  /** What each argument of a call was read from, where that is a field or a name: `:score`. */
  readonly operands?: readonly (string | undefined)[];
  /**
   * What hides a function or form of the language in this call of its name: `(let [count 5] (count
   * xs))`.
   */
  readonly hiddenBy?: "local" | "definition";
}
