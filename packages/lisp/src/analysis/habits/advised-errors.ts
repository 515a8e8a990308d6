// Adds advice to the mistakes that the analysis found, and the mistakes that only a review of the
// forms finds. Loads lazily, with the other advice.

import type { Form, Span } from "@ptc/parser";
import { spelled } from "../../catalog/foreign-methods.ts";
import type { ContextNames } from "../../evaluation/host/context-names.ts";
import type { AnalysisError } from "../analysis-error.ts";
import { isCalculationHint } from "./calculations.ts";
import { failureAdvice } from "./failure-advice.ts";
import type { MistakenProgram } from "./mistaken-program.ts";
import { review } from "./review.ts";

/** The names that a program can use. */
interface AnalyzedNames {
  readonly builtins: { has(name: string): boolean };
  readonly contextNames: ContextNames | undefined;
  findTool(name: string): string | undefined;
}

/** The maximum number of reported mistakes. */
const mostErrors = 5;

/**
 * Returns the mistakes in the order of the source. A mistake inside one that the review finds is a
 * part of it, so it is omitted.
 */
export function advisedErrors(
  source: string,
  forms: readonly Form[],
  analysis: AnalyzedNames & { readonly errors: readonly AnalysisError[] },
): readonly AnalysisError[] {
  const { builtins, contextNames } = analysis;
  const program: MistakenProgram = {
    source,
    forms,
    isTool: (name) => analysis.findTool(name) !== undefined,
    isField: (name) => contextNames?.lists(name) === true,
    fieldLike: (name) => contextNames?.names.find((field) => spelled(field) === spelled(name)),
    isBuiltin: (name) => builtins.has(name),
  };
  const reviewed = review(source, forms).errors;
  // The program means to define these names, so their uses are no further mistakes.
  const meant = new Set([...reviewed, ...analysis.errors].flatMap((error) => error.defines ?? []));
  const others = analysis.errors.filter(
    ({ span, kind, op = "" }) =>
      !reviewed.some((whole) => contains(whole.span, span)) &&
      !(kind === "unbound_var" && meant.has(op)),
  );
  const advised: AnalysisError[] = [];
  const covered: Span[] = [];
  const given = new Set<string>();
  for (const error of others) {
    // An unknown name stays unknown after the repair of the notation around it.
    if (error.kind !== "unbound_var" && covered.some((whole) => contains(whole, error.span)))
      continue;
    const advice = failureAdvice(program, error);
    if (advice !== undefined) covered.push(advice.span);
    if (advice === undefined || given.has(advice.hint)) advised.push(error);
    else advised.push({ ...error, hint: joined(error, advice.hint) });
    if (advice !== undefined) given.add(advice.hint);
  }
  return [...reviewed, ...advised]
    .sort((left, right) => left.span.start - right.span.start)
    .slice(0, mostErrors);
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function joined({ kind, hint: own }: AnalysisError, hint: string): string {
  if (kind !== "unbound_var" || own === undefined) return hint;
  // `(reduec + xs)` is a misspelled name, and `(totl + tax)` also a calculation.
  if (own.startsWith("did you mean")) return isCalculationHint(hint) ? `${own}; ${hint}` : hint;
  if (own === hint) return own;
  if (hint.startsWith("a comment")) return hint;
  // The analysis knows whether the name before the dot is a value of the program.
  if (own.startsWith("read fields")) return hint.startsWith("a value has") ? hint : own;
  return `${own}; ${hint}`;
}
