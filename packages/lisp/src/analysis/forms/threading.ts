// Rewrites `->` and `->>`. The other threading forms are in conditional-threading.ts.

import type { Form } from "@ptc/parser";
import type { Analysis } from "../analysis.ts";
import { nilForm } from "../form-builders.ts";
import type { ListForm } from "../form-tools.ts";

export type Insert = (form: Form, value: Form) => Form;
type Rewrite = (analysis: Analysis, form: ListForm, args: readonly Form[]) => Form;

/**
 * Returns the head and the arguments of a step. The head of `()` is nil, so threading a value into
 * it makes the call `(nil value)`.
 */
function partsOf(step: Form): readonly [Form, ...Form[]] {
  if (step.type !== "list") return [step];
  const [head = nilForm(step.span), ...rest] = step.items;
  return [head, ...rest];
}

export const asFirst: Insert = (form, value) => {
  const [head, ...rest] = partsOf(form);
  return { type: "list", items: [head, value, ...rest], span: form.span };
};

export const asLast: Insert = (form, value) => ({
  type: "list",
  items: [...partsOf(form), value],
  span: form.span,
});

const threading =
  (insert: Insert): Rewrite =>
  (_, form, [value = nilForm(form.span), ...steps]) =>
    steps.reduce((threaded, step) => insert(step, threaded), value);

export const rewriteFirst = threading(asFirst);
export const rewriteLast = threading(asLast);
