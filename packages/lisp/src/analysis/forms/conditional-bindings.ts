// Rewrites `if-let`, `when-some` and similar forms to `let` and `if`. They bind a name that is in
// scope only if a test of the value succeeds.

import type { Form } from "@ptc/parser";
import type { Analysis } from "../analysis.ts";
import { invalidBinding } from "../analysis-error.ts";
import { callOf, coreCall, hiddenName, nilForm, vectorForm } from "../form-builders.ts";
import type { ListForm } from "../form-tools.ts";
import type { Node } from "../core-tree.ts";

type Conditional = (analysis: Analysis, form: ListForm, args: readonly Form[]) => Form | Node;

export const rewriteIfLet: Conditional = (analysis, form, args) =>
  conditionalBinding(analysis, form, args, "if-let", (value) => value);
export const rewriteIfSome: Conditional = (analysis, form, args) =>
  conditionalBinding(analysis, form, args, "if-some", (value) =>
    coreCall("some?", form.span, value),
  );
export const rewriteWhenLet: Conditional = (
  analysis,
  form,
  [binding = nilForm(form.span), ...body],
) =>
  conditionalBinding(
    analysis,
    form,
    [binding, callOf("do", form.span, body)],
    "when-let",
    (value) => value,
  );
export const rewriteWhenSome: Conditional = (
  analysis,
  form,
  [binding = nilForm(form.span), ...body],
) =>
  conditionalBinding(
    analysis,
    form,
    [binding, callOf("do", form.span, body)],
    "when-some",
    (value) => coreCall("some?", form.span, value),
  );

/**
 * Binds the value to a hidden name first. The pattern is destructured only if the test succeeds,
 * and its names are in scope only in that branch.
 */
function conditionalBinding(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  operation: string,
  test: (value: Form) => Form,
): Form | Node {
  const [binding, then = nilForm(form.span), otherwise = nilForm(form.span)] = args;
  const [pattern, value] = binding?.type === "vector" ? binding.items : [];
  if (
    binding?.type !== "vector" ||
    binding.items.length !== 2 ||
    pattern === undefined ||
    value === undefined
  ) {
    return analysis.report(
      invalidBinding(
        operation,
        "expected one name and one value in a vector",
        form.span,
        `write (${operation} [x value] …)`,
      ),
    );
  }
  const hidden = hiddenName(operation, binding.span);
  const visible = coreCall("let", form.span, vectorForm(binding.span, pattern, hidden), then);
  return coreCall(
    "let",
    form.span,
    vectorForm(binding.span, hidden, value),
    coreCall("if", form.span, test(hidden), visible, otherwise),
  );
}

/** Rewrites `(when-first [x coll] body…)`. */
export function rewriteWhenFirst(
  analysis: Analysis,
  form: ListForm,
  [binding, ...body]: readonly Form[],
): Form | Node {
  const [pattern, collection] = binding?.type === "vector" ? binding.items : [];
  if (
    binding?.type !== "vector" ||
    binding.items.length !== 2 ||
    pattern === undefined ||
    collection === undefined
  ) {
    return analysis.report(
      invalidBinding(
        "when-first",
        "expected one name and one collection in a vector",
        form.span,
        "write (when-first [x coll] …)",
      ),
    );
  }
  const { span } = form;
  const elements = hiddenName("when-first", binding.span);
  return coreCall(
    "let",
    span,
    vectorForm(span, elements, coreCall("seq", span, collection)),
    coreCall(
      "when",
      span,
      elements,
      callOf("let", span, [vectorForm(span, pattern, coreCall("first", span, elements)), ...body]),
    ),
  );
}
