// Choosing: `if`, `and`, `or` and `case` are nodes of the core tree, the others rewrite to them.

import { MapBuilder, type Value } from "@ptc/core/values";
import type { Form, Span } from "@ptc/parser";
import type { Analysis } from "../analysis.ts";
import { invalidBinding, invalidForm } from "../analysis-error.ts";
import {
  coreCall,
  hiddenName,
  listForm,
  nilForm,
  vectorForm,
  type ListForm,
} from "../form-tools.ts";
import { quotedValue } from "../quoted-value.ts";
import { inner, type Context } from "../scope.ts";
import type { CaseNode, Node } from "../core-tree.ts";

export function analyseIf(
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
  const test = analysis.analyse(testForm, inner(context));
  const then = analysis.analyse(thenForm, context);
  const otherwise = analysis.analyse(otherwiseForm, context);
  return {
    type: "if",
    test,
    then,
    otherwise,
    site: analysis.site(form.span, "if"),
    awaits: test.awaits || then.awaits || otherwise.awaits,
  };
}

export function analyseAnd(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  return args.length === 0
    ? analysis.constant(true, form.span)
    : junction(analysis, "and", form, args, context);
}

export function analyseOr(
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
    analysis.analyse(arg, index === args.length - 1 ? context : inner(context)),
  );
  return {
    type,
    items,
    site: analysis.site(form.span, type),
    awaits: items.some((item) => item.awaits),
  };
}

export function analyseCase(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
): Node {
  const [subjectForm = nilForm(form.span), ...rest] = args;
  const subject = analysis.analyse(subjectForm, inner(context));
  const clauses: CaseNode["clauses"][number][] = [];
  const taken = new MapBuilder();
  for (let index = 0; index + 1 < rest.length; index += 2) {
    const [test, body] = rest.slice(index, index + 2);
    if (test === undefined || body === undefined) continue;
    const constants =
      test.type === "list"
        ? test.items.map((item) => quotedValue(analysis, item))
        : [quotedValue(analysis, test)];
    reportDuplicates(analysis, taken, constants, test);
    clauses.push({ constants, body: analysis.analyse(body, context) });
  }
  const last = rest.length % 2 === 1 ? rest.at(-1) : undefined;
  const otherwise = last === undefined ? undefined : analysis.analyse(last, context);
  const awaits =
    subject.awaits || otherwise?.awaits === true || clauses.some((clause) => clause.body.awaits);
  return {
    type: "case",
    subject,
    clauses,
    otherwise,
    site: analysis.site(form.span, "case"),
    awaits,
  };
}

function reportDuplicates(
  analysis: Analysis,
  taken: MapBuilder,
  constants: readonly Value[],
  test: Form,
): void {
  for (const constant of constants) {
    if (taken.has(constant))
      analysis.report(invalidForm("case", "a constant stands twice", test.span));
    taken.set(constant, true);
  }
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
  return coreCall("if", form.span, test, coreCall("do", form.span, ...body));
}

export function rewriteWhenNot(
  _: Analysis,
  form: ListForm,
  [test = nilForm(form.span), ...body]: readonly Form[],
): Form {
  return coreCall("if", form.span, test, nilForm(form.span), coreCall("do", form.span, ...body));
}

export function rewriteCond(
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
): Form | Node {
  if (args.length % 2 !== 0)
    return analysis.report(
      invalidForm(
        "cond",
        "tests and values come in pairs",
        form.span,
        "end with :else and a value",
      ),
    );
  let result: Form = nilForm(form.span);
  for (let index = args.length - 2; index >= 0; index -= 2) {
    const [test = result, value = result] = args.slice(index, index + 2);
    result = test.type === "keyword" ? value : coreCall("if", form.span, test, value, result);
  }
  return result;
}

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
    [binding, coreCall("do", form.span, ...body)],
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
    [binding, coreCall("do", form.span, ...body)],
    "when-some",
    (value) => coreCall("some?", form.span, value),
  );

/**
 * The value is bound to a hidden name first: the pattern is taken apart, and its names in sight,
 * only when the test holds.
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

/**
 * `(condp pred expr test result … default)`; `test :>> f` gives what the predicate answered to f.
 */
export function rewriteCondp(
  analysis: Analysis,
  form: ListForm,
  [predicate = nilForm(form.span), subject = nilForm(form.span), ...clauses]: readonly Form[],
): Form | Node {
  const { span } = form;
  const [pred, value] = [hiddenName("condp predicate", span), hiddenName("condp value", span)];
  const parts = condpClauses(clauses);
  if (parts === undefined)
    return analysis.report(
      invalidForm(
        "condp",
        "tests and results come in pairs, or test :>> function",
        span,
        "write (condp = x 1 :one 2 :two :other)",
      ),
    );
  const answer = hiddenName("condp answer", span);
  const chosen = parts.clauses.reduceRight<Form>(
    (otherwise, { test, result, threads }) => {
      const call = listForm(span, pred, test, value);
      if (!threads) return coreCall("if", span, call, result, otherwise);
      return coreCall(
        "let",
        span,
        vectorForm(span, answer, call),
        coreCall("if", span, answer, listForm(result.span, result, answer), otherwise),
      );
    },
    parts.otherwise ?? noClause(span, value),
  );
  return coreCall("let", span, vectorForm(span, pred, predicate, value, subject), chosen);
}

function noClause(span: Span, value: Form): Form {
  const text = (part: string): Form => ({ type: "string", value: part, span });
  const message = coreCall(
    "str",
    span,
    text("condp: no clause matches "),
    coreCall("pr-str", span, value),
    text("; end condp with a default value"),
  );
  return coreCall("throw", span, coreCall("IllegalArgumentException.", span, message));
}

interface CondpClause {
  readonly test: Form;
  readonly result: Form;
  /** `:>>`: the result is a function of what the predicate answered. */
  readonly threads: boolean;
}

function condpClauses(
  forms: readonly Form[],
): { readonly clauses: readonly CondpClause[]; readonly otherwise: Form | undefined } | undefined {
  const clauses: CondpClause[] = [];
  let index = 0;
  while (index + 1 < forms.length) {
    const [test, second, third] = forms.slice(index, index + 3);
    if (test === undefined || second === undefined) return undefined;
    const threads = second.type === "keyword" && second.name === ">>";
    if (threads && third === undefined) return undefined;
    clauses.push({ test, result: threads ? (third ?? second) : second, threads });
    index += threads ? 3 : 2;
  }
  return { clauses, otherwise: forms[index] };
}

/** `(when-first [x coll] body…)`. */
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
      coreCall("let", span, vectorForm(span, pattern, coreCall("first", span, elements)), ...body),
    ),
  );
}
