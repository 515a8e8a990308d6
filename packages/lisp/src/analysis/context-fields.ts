// `data/…`: fields of the context, and what is said where one is missing or its prefix was left
// out.

import type { Form, Span } from "@ptc/parser";
import { listedFields, missingFieldMessage, nearFields } from "../evaluation/context-names.ts";
import type { Analysis } from "./analysis.ts";
import { unknownSymbol, type AnalysisError } from "./analysis-error.ts";
import { plainName, type SymbolForm } from "./form-tools.ts";
import { findName, type Context } from "./scope.ts";

/** The error for `data/name` where the context is known and lacks it. */
export function missingField(
  { contextNames }: Analysis,
  { name, span }: SymbolForm,
): AnalysisError | undefined {
  if (contextNames === undefined || contextNames.has(name)) return undefined;
  const { names } = contextNames;
  return {
    reason: "analysis_error",
    kind: "unbound_var",
    message: missingFieldMessage(name, names),
    span,
    op: `data/${name}`,
    candidates: { of: name, names, near: nearFields },
  };
}

/** The error for a plain name that is a field of the context, or for `data` itself. */
export function forgottenPrefix(
  { contextNames }: Analysis,
  name: string,
  span: Span,
): AnalysisError | undefined {
  if (contextNames === undefined) return undefined;
  if (name === "data") {
    const fields = listedFields(contextNames.names);
    return unknownSymbol(name, span, [], `the context is read field by field: ${fields}`);
  }
  return contextNames.tells(name)
    ? unknownSymbol(name, span, [], `fields of the context have a prefix: write data/${name}`)
    : undefined;
}

/** The error for `(:orders data)`, `(get data :orders)` and `(get-in data [:orders …])`. */
export function readOfWholeContext(
  analysis: Analysis,
  operation: string,
  args: readonly Form[],
  context: Context,
): AnalysisError | undefined {
  const [target, path] = operation.startsWith(":") ? [args[0], undefined] : args;
  if (analysis.contextNames === undefined || !isUnboundData(analysis, target, context))
    return undefined;
  const [key, ...others] =
    operation === "get-in"
      ? path?.type === "vector"
        ? path.items
        : []
      : path === undefined
        ? []
        : [path];
  const field = operation.startsWith(":") ? operation.slice(1) : fieldName(key);
  if (target === undefined || field === undefined || !analysis.contextNames.tells(field))
    return undefined;
  const hint =
    others.length === 0
      ? `write data/${field}`
      : `write (get-in data/${field} [${textOf(analysis, others)}])`;
  return unknownSymbol("data", target.span, [], hint);
}

function isUnboundData(analysis: Analysis, form: Form | undefined, context: Context): boolean {
  return (
    plainName(form) === "data" &&
    findName(context.names, "data") === undefined &&
    !analysis.isGlobal("data")
  );
}

function fieldName(form: Form | undefined): string | undefined {
  if (form?.type === "keyword" && form.namespace === undefined) return form.name;
  return form?.type === "string" ? form.value : undefined;
}

function textOf(analysis: Analysis, forms: readonly Form[]): string {
  const [first, last] = [forms[0], forms.at(-1)];
  return first === undefined || last === undefined
    ? ""
    : analysis.sourceText({ start: first.span.start, end: last.span.end }).slice(0, 100);
}
