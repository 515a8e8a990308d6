// A program with a mistake, as advice on the mistake sees it.

import type { Form, Span } from "@ptc/parser";

export interface MistakenProgram {
  readonly source: string;
  readonly forms: readonly Form[];
  /** True for the name of a tool. */
  readonly isTool: (name: string) => boolean;
  /** True for a field of the context. */
  readonly isField: (name: string) => boolean;
  /** Returns the field whose name has the same letters, as it is written. */
  readonly fieldLike: (name: string) => string | undefined;
  /** True for a function of the language. */
  readonly isBuiltin: (name: string) => boolean;
}

/** A mistake that the analysis or the evaluation found. */
export interface FoundMistake {
  readonly kind: string;
  readonly message: string;
  readonly span: Span;
}

/** Advice, and the span of the notation that it replaces. */
export interface FormAdvice {
  readonly hint: string;
  readonly span: Span;
}
