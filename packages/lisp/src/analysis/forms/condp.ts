// Rewrites `condp` to nested `if`. `condp` applies one predicate to one value with several tests.

import type { Form, Span } from "@ptc/parser";
import type { Analysis } from "../analysis.ts";
import { invalidForm } from "../analysis-error.ts";
import { coreCall, hiddenName, listForm, nilForm, vectorForm } from "../form-builders.ts";
import type { ListForm } from "../form-tools.ts";
import type { Node } from "../core-tree.ts";

/**
 * Rewrites `(condp pred expr test result … default)`. In `test :>> f`, `f` receives the result of
 * the predicate.
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
  /** True for `:>>`: the result is a function of the predicate's result. */
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
