// Writes forms into advice: as the program wrote them, on one line and not too long.

import { oneLine } from "@ptc/core/internal/errors";
import type { Form, Span } from "@ptc/parser";

/** The longest text of one form in a piece of advice. */
const longestForm = 60;

/** The longest example that is written out; a longer one would hide its point. */
export const longestExample = 160;

/** Returns the source of a form on one line; `…` for a long one. */
export function written(source: string, { span }: { readonly span: Span }): string {
  const text = source.slice(span.start, span.end);
  if (text.length <= longestForm && !/[;\n\r]/.test(text)) return oneLine(text);
  // A comment would hide the rest of the line.
  if (text.length > longestForm || text.includes(";")) return "…";
  return oneLine(text.replace(/\s+/g, " "));
}

/** Returns the sources of forms, separated by spaces. */
export function writtenAll(source: string, forms: readonly Form[]): string {
  return forms
    .slice(0, 12)
    .map((form) => written(source, form))
    .join(" ");
}

/** True if nothing separates two forms, as in `f(x)` and `xs[0]`. */
export function isAdjacent(left: Form | undefined, right: Form | undefined): boolean {
  return left !== undefined && right !== undefined && left.span.end === right.span.start;
}
