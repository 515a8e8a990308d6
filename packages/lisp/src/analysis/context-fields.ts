// The errors for a field of the context (`data/…`) that is missing or lacks its prefix. Loads
// lazily, see lazy-form.ts.

import { shortened } from "@ptc/core/internal/printing";
import type { Form, Span } from "@ptc/parser";
import { listedFields, missingFieldMessage, nearFields } from "../evaluation/host/missing-field.ts";
import type { Analysis } from "./analysis.ts";
import type { AnalysisError } from "./analysis-error.ts";
import type { SymbolForm } from "./form-tools.ts";
import { unknownSymbol } from "./unknown-names.ts";

/** Returns the error for `data/name` if the context is known and has no such field. */
export function missingField(
  { contextNames }: Analysis,
  { name, span }: SymbolForm,
): AnalysisError {
  const names = contextNames?.names ?? [];
  return {
    reason: "analysis_error",
    kind: "unbound_var",
    message: missingFieldMessage(name, names),
    span,
    op: `data/${name}`,
    candidates: { of: name, names, near: nearFields },
  };
}

/** Returns the error for a plain name that is a field of the context, or for `data` itself. */
export function forgottenPrefix(
  { contextNames }: Analysis,
  name: string,
  span: Span,
): AnalysisError | undefined {
  if (contextNames === undefined) return undefined;
  if (name === "data") {
    const fields = listedFields(contextNames.names);
    return unknownSymbol(name, span, [], `read the context field by field: ${fields}`);
  }
  return contextNames.lists(name)
    ? unknownSymbol(name, span, [], `context fields have a prefix: write data/${name}`)
    : undefined;
}

/**
 * Returns the error for `(:orders data)`, `(get data :orders)` and `(get-in data [:orders …])` if
 * the context has the field.
 */
export function fieldOfData(
  analysis: Analysis,
  operation: string,
  args: readonly Form[],
): AnalysisError | undefined {
  const [target, path] = operation.startsWith(":") ? [args[0], undefined] : args;
  const [key, ...others] =
    operation === "get-in"
      ? path?.type === "vector"
        ? path.items
        : []
      : path === undefined
        ? []
        : [path];
  const field = operation.startsWith(":") ? operation.slice(1) : fieldName(key);
  if (target === undefined || field === undefined || analysis.contextNames?.lists(field) !== true)
    return undefined;
  const hint =
    others.length === 0
      ? `write data/${field}`
      : `write (get-in data/${field} [${textOf(analysis, others)}])`;
  return unknownSymbol("data", target.span, [], hint);
}

function fieldName(form: Form | undefined): string | undefined {
  if (form?.type === "keyword" && form.namespace === undefined) return form.name;
  return form?.type === "string" ? form.value : undefined;
}

function textOf(analysis: Analysis, forms: readonly Form[]): string {
  const [first, last] = [forms[0], forms.at(-1)];
  return first === undefined || last === undefined
    ? ""
    : shortened(analysis.sourceText({ start: first.span.start, end: last.span.end }), 100);
}
