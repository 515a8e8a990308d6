// Conditionals: `if`, `and` and `or` are nodes of the core tree, and the others rewrite to them.
// Those that bind a name are in conditional-bindings.ts, `case` is in case.ts.

import type { Form } from "@ptc/parser";
import type { Analysis } from "../analysis.ts";
import { mistake } from "../mistakes.ts";
import { callOf, coreCall, nilForm } from "../form-builders.ts";
import type { ListForm } from "../form-tools.ts";
import { inner, type Context } from "../scope.ts";
import type { Node } from "../core-tree.ts";

export function analyzeIf(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  const [
    testForm = nilForm(form.span),
    thenForm = nilForm(form.span),
    otherwiseForm = nilForm(form.span),
  ] = args;
  const test = analysis.analyze(testForm, inner(context));
  const then = analysis.analyze(thenForm, context);
  const otherwise = analysis.analyze(otherwiseForm, context);
  return {
    type: "if",
    test,
    then,
    otherwise,
    site: analysis.site(form.span, "if"),
    awaits: test.awaits || then.awaits || otherwise.awaits,
  };
}

export function analyzeAnd(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  return args.length === 0
    ? analysis.constant(true, form.span)
    : junction(analysis, "and", form, args, context);
}

export function analyzeOr(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  return args.length === 0
    ? analysis.constant(null, form.span)
    : junction(analysis, "or", form, args, context);
}

function junction(
  analysis: Analysis,
  type: "and" | "or",
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  const items = args.map((arg, index) =>
    analysis.analyze(arg, index === args.length - 1 ? context : inner(context)),
  );
  return {
    type,
    items,
    site: analysis.site(form.span, type),
    awaits: items.some((item) => item.awaits),
  };
}

export function rewriteIfNot(
  _: Analysis,
  form: ListForm,
  [
    test = nilForm(form.span),
    then = nilForm(form.span),
    otherwise = nilForm(form.span),
  ]: readonly Form[],
): Form {
  return coreCall("if", form.span, test, otherwise, then);
}

export function rewriteWhen(
  _: Analysis,
  form: ListForm,
  [test = nilForm(form.span), ...body]: readonly Form[],
): Form {
  return coreCall("if", form.span, test, callOf("do", form.span, body));
}

export function rewriteWhenNot(
  _: Analysis,
  form: ListForm,
  [test = nilForm(form.span), ...body]: readonly Form[],
): Form {
  return coreCall("if", form.span, test, nilForm(form.span), callOf("do", form.span, body));
}

export function rewriteCond(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
): Form | Node {
  if (args.length % 2 !== 0) return analysis.report(mistake("lastWithoutTest", form.span));
  let result: Form = nilForm(form.span);
  for (let index = args.length - 2; index >= 0; index -= 2) {
    const [test = result, value = result] = args.slice(index, index + 2);
    result = test.type === "keyword" ? value : coreCall("if", form.span, test, value, result);
  }
  return result;
}
