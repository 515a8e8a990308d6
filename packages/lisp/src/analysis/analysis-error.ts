// The catalog of analysis errors: one factory for each mistake, with the text for the model.
// Mistakes with names are in unknown-names.ts.

import type { KnownFailReason } from "@ptc/core/contracts";
import type { Span } from "@ptc/parser";

/** A mistake found by the analyzer. */
export interface AnalysisError {
  readonly reason: Extract<KnownFailReason, "analysis_error" | "tool_not_found">;
  readonly kind:
    | "unbound_var"
    | "arity_error"
    | "invalid_form"
    | "invalid_binding"
    | "misplaced_recur"
    | "tool_not_found"
    | "unsupported";
  readonly message: string;
  readonly span: Span;
  readonly op?: string;
  readonly hint?: string;
  /** The name that the wrong form means to define. */
  readonly defines?: string;
  /**
   * Names that may have been meant, if there is no better hint. They are compared only when the
   * mistake is reported, because most mistakes never are.
   */
  readonly candidates?: {
    readonly of: string;
    readonly names: Iterable<string>;
    /** Returns the hint for similar names. By default the hint suggests them. */
    readonly near?: (name: string, names: readonly string[]) => string | undefined;
  };
}

/** Returns the mistake, with `hint` if there is one. */
export function withHint(
  error: Omit<AnalysisError, "hint">,
  hint: string | undefined,
): AnalysisError {
  return hint === undefined ? error : { ...error, hint };
}

export function wrongArity(
  operation: string,
  accepts: string,
  got: number,
  span: Span,
  forms?: readonly string[],
): AnalysisError {
  return withHint(
    {
      reason: "analysis_error",
      kind: "arity_error",
      message: `${operation} takes ${accepts}, got ${String(got)}`,
      span,
      op: operation,
    },
    forms === undefined || forms.length === 0 ? undefined : `write ${forms.join(" or ")}`,
  );
}

/** The mistake of calling data without arguments, as in `({:id 1})`. The data itself was meant. */
export function dataCalled(called: string, span: Span, hint: string): AnalysisError {
  return {
    reason: "analysis_error",
    kind: "arity_error",
    message: `${called} is called here, with no arguments`,
    span,
    hint,
  };
}

export function invalidForm(
  operation: string,
  problem: string,
  span: Span,
  hint?: string,
): AnalysisError {
  return withHint(
    {
      reason: "analysis_error",
      kind: "invalid_form",
      message: `${operation}: ${problem}`,
      span,
      op: operation,
    },
    hint,
  );
}

export function invalidBinding(
  operation: string,
  problem: string,
  span: Span,
  hint?: string,
): AnalysisError {
  return withHint(
    {
      reason: "analysis_error",
      kind: "invalid_binding",
      message: `${operation}: ${problem}`,
      span,
      op: operation,
    },
    hint,
  );
}

export function misplacedRecur(problem: string, span: Span, hint: string): AnalysisError {
  return {
    reason: "analysis_error",
    kind: "misplaced_recur",
    message: `recur: ${problem}`,
    span,
    op: "recur",
    hint,
  };
}

export function unsupported(name: string, span: Span, instead: string): AnalysisError {
  return {
    reason: "analysis_error",
    kind: "unsupported",
    message: `${name} is not part of PTC-Lisp`,
    span,
    op: name,
    hint: instead,
  };
}
