// A vector: one program, what it has to answer, and who says so. Vectors stand as transcripts in
// ../../vectors/*.repl.

import type { LispRunOptions } from "@ptc/lisp";

/**
 * Who gives the expected answer: JVM Clojure, ClojureScript on Node, or a decision of this project
 * (and the original it follows).
 */
export const authorities = ["clojure", "nbb", "ptc"] as const;
export type Authority = (typeof authorities)[number];

/** What a run may be given beside the program; the names are those of the options of `run`. */
export type VectorInput = Pick<
  LispRunOptions,
  "context" | "memory" | "limits" | "history" | "journal" | "budget"
> & {
  /**
   * What each tool answers: a value, or an error message. Without either it answers its arguments.
   */
  readonly tools?: Readonly<
    Record<string, { readonly returns?: unknown; readonly throws?: string }>
  >;
};

export type Expectation =
  /** The value as it prints; compared by meaning. */
  | { readonly kind: "value"; readonly text: string }
  /** The run fails; `error` is its `details.kind`. */
  | { readonly kind: "error"; readonly error: string };

export interface Vector {
  readonly id: string;
  /** Names of builtins and special forms, or topics of the language. */
  readonly covers: readonly string[];
  readonly authorities: readonly Authority[];
  /**
   * Why this is the answer, where Clojure does not say so; begins with `fails:` where ours is known
   * to be wrong.
   */
  readonly reason: string | undefined;
  readonly input: VectorInput | undefined;
  readonly program: string;
  /** The lines it prints before it answers. */
  readonly output: readonly string[];
  readonly expectation: Expectation;
  /** File and line of the header. */
  readonly place: string;
}

/** How the reason of a known fault begins. */
export const faultMark = "fails:";

/**
 * True for a vector that is known to fail: it runs inverted, and breaks the suite when it begins to
 * pass.
 */
export function isKnownFault(vector: Vector): boolean {
  return vector.reason?.startsWith(faultMark) === true;
}
