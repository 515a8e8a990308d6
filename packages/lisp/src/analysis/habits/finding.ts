// The result of a rule of the review.

import type { Span } from "@ptc/parser";

/** A mistake or warning that a rule found. */
export interface Finding {
  readonly span: Span;
  /** The problem, which quotes the text. */
  readonly problem: string;
  readonly hint: string;
  readonly isWarning?: boolean;
  /** The name that the program means to define. */
  readonly defines?: string;
}
