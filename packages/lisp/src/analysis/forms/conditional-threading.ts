// Rewrites `as->`, `cond->` and `some->`. A value that is used more than once is bound to a hidden
// name.

import type { Form } from "@ptc/parser";
import type { Analysis } from "../analysis.ts";
import { invalidForm } from "../analysis-error.ts";
import { coreCall, hiddenName, nilForm } from "../form-builders.ts";
import type { ListForm } from "../form-tools.ts";
import type { Node } from "../core-tree.ts";
import { asFirst, asLast, type Insert } from "./threading.ts";

type Rewrite = (analysis: Analysis, form: ListForm, args: readonly Form[]) => Form | Node;

function letOf({ span }: ListForm, bindings: readonly Form[], body: Form): Form {
  return coreCall("let", span, { type: "vector", items: bindings, span }, body);
}

/**
 * Binds each step to `name`, except for the last one. The last step is the result, so `recur` may
 * end it.
 */
function stepByStep(form: ListForm, name: Form, value: Form, steps: readonly Form[]): Form {
  const bindings = [value, ...steps.slice(0, -1)].flatMap((step) => [name, step]);
  return letOf(form, bindings, steps.at(-1) ?? name);
}

export const rewriteAs: Rewrite = (
  _,
  form,
  [value = nilForm(form.span), name = nilForm(form.span), ...steps],
) => {
  return stepByStep(form, name, value, steps);
};

const conditional =
  (insert: Insert, operation: string): Rewrite =>
  (analysis, form, [value = nilForm(form.span), ...clauses]) => {
    if (clauses.length % 2 !== 0)
      return analysis.report(invalidForm(operation, "tests and forms come in pairs", form.span));
    const hidden = hiddenName("threaded", form.span);
    const steps: Form[] = [];
    for (let index = 0; index + 1 < clauses.length; index += 2) {
      const [test = hidden, step = hidden] = clauses.slice(index, index + 2);
      steps.push(coreCall("if", form.span, test, insert(step, hidden), hidden));
    }
    return stepByStep(form, hidden, value, steps);
  };

export const rewriteCondFirst = conditional(asFirst, "cond->");
export const rewriteCondLast = conditional(asLast, "cond->>");

const untilNil =
  (insert: Insert): Rewrite =>
  (_, form, [value = nilForm(form.span), ...steps]) => {
    const hidden = hiddenName("threaded", form.span);
    const threaded = steps.map((step) =>
      coreCall(
        "if",
        form.span,
        coreCall("nil?", form.span, hidden),
        nilForm(form.span),
        insert(step, hidden),
      ),
    );
    return stepByStep(form, hidden, value, threaded);
  };

export const rewriteSomeFirst = untilNil(asFirst);
export const rewriteSomeLast = untilNil(asLast);
