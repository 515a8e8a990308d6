// A vector: one program, its expected answer, and the authority for it. Vectors are transcripts in
// ../../vectors/*.repl.

import type { RunOptions } from "@ptc/lisp";

/**
 * The authorities for the expected answer: JVM Clojure, ClojureScript on Node, or a decision of
 * this project (and the original that it follows).
 */
export const authorities = ["clojure", "nbb", "ptc"] as const;
export type Authority = (typeof authorities)[number];

/** The input of a run besides the program. The names are those of the options of `run`. */
export type VectorInput = Pick<
  RunOptions,
  "context" | "memory" | "limits" | "history" | "journal" | "budget"
> & {
  /**
   * The result of each tool: a value, or an error message. Without either, a tool returns its
   * arguments.
   */
  readonly tools?: Readonly<
    Record<string, { readonly returns?: unknown; readonly throws?: string }>
  >;
};

export type Expectation =
  /** The printed value, compared by meaning. */
  | { readonly kind: "value"; readonly text: string }
  /** The run fails; `error` is its `details.kind`. */
  | { readonly kind: "error"; readonly error: string };

export interface Vector {
  readonly id: string;
  /** Names of builtins and special forms, or topics of the language. */
  readonly covers: readonly string[];
  readonly authorities: readonly Authority[];
  /**
   * The reason for this answer, unless Clojure gives it. Starts with `fails:` if ours is known to
   * be wrong.
   */
  readonly reason: string | undefined;
  readonly input: VectorInput | undefined;
  readonly program: string;
  /** The lines that it prints before the answer. */
  readonly output: readonly string[];
  readonly expectation: Expectation;
  /** File and line of the header. */
  readonly place: string;
}

/** The prefix of the reason of a known fault. */
export const faultMark = "fails:";

/**
 * True for a vector that is known to fail. It runs inverted, and fails the suite once it passes.
 */
export function isKnownFault(vector: Vector): boolean {
  return vector.reason?.startsWith(faultMark) === true;
}
