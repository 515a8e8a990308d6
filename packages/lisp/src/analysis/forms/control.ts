// Analyzes `do`, quoting, and the ways to end a program: `return` and `fail`. Loops are in
// let-and-loop.ts.

import type { Form } from "@ptc/parser";
import type { Analysis } from "../analysis.ts";
import { nilForm } from "../form-builders.ts";
import type { ListForm } from "../form-tools.ts";
import { lazyQuotedValue } from "../lazy-form.ts";
import { inner, type Context } from "../scope.ts";
import type { Node } from "../core-tree.ts";

export function analyzeDo(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  return analysis.analyzeBody(args, form.span, context);
}

export function ignoreComment(analysis: Analysis, form: ListForm): Node {
  return analysis.constant(null, form.span);
}

export function analyzeQuote(
  analysis: Analysis,
  form: ListForm,
  [quoted = nilForm(form.span)]: readonly Form[],
): Node {
  return analysis.constant(lazyQuotedValue(analysis, quoted), form.span);
}

export function analyzeReturn(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  return signal(analysis, "return", form, args, context);
}

export function analyzeFail(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  return signal(analysis, "fail", form, args, context);
}

function signal(
  analysis: Analysis,
  name: "return" | "fail",
  form: ListForm,
  [argument = nilForm(form.span)]: readonly Form[],
  context: Context,
): Node {
  const value = analysis.analyze(argument, inner(context));
  return {
    type: "signal",
    signal: name,
    value,
    site: analysis.site(form.span, name),
    awaits: value.awaits,
  };
}
