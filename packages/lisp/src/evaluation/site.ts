// A position in a program where something can fail, with the data for an error message.

import type { Span } from "@ptc/parser";

/** One call or special form of one source. */
export interface Site {
  readonly source: string;
  readonly span: Span;
  /** The file of a library; undefined in a program. */
  readonly file?: string;
  /** The operation as the program wrote it: `map`, `tool/search`. */
  readonly operation: string;
  /** The field or name that each argument of a call was read from, such as `:score`. */
  readonly operands?: readonly (string | undefined)[];
  /**
   * Set if a value of the program hides a function or form of the language in this call:
   * `(let [count 5] (count xs))`.
   */
  readonly hiddenBy?: "local" | "definition";
}
