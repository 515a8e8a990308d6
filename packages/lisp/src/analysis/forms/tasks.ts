// Analyzes `(task id body…)`, work whose result a journal stores. The id is a string, so that it
// means the same in the next run.

import type { Form } from "@ptc/parser";
import type { Analysis } from "../analysis.ts";
import { invalidForm } from "../analysis-error.ts";
import { describeForm } from "../described-form.ts";
import type { ListForm } from "../form-tools.ts";
import { inner, type Context } from "../scope.ts";
import type { Node } from "../core-tree.ts";

export function analyzeTask(
  analysis: Analysis,
  form: ListForm,
  [id, ...body]: readonly Form[],
  context: Context,
): Node {
  if (
    id === undefined ||
    id.type === "nil" ||
    id.type === "boolean" ||
    id.type === "vector" ||
    id.type === "map" ||
    id.type === "set"
  ) {
    const found = id === undefined ? "nothing" : describeForm(id);
    return analysis.report(
      invalidForm(
        "task",
        `expected an id, got ${found}`,
        id?.span ?? form.span,
        'write (task "fetch-users" (tool/get-users {})); the id names the action and its object',
      ),
    );
  }
  // The journal may contain a function that reaches an effect.
  analysis.hasEffects = true;
  const idNode = analysis.analyze(id, inner(context));
  // A `recur` would leave the task before its result is known.
  const bodyNode = analysis.analyzeBody(body, form.span, { ...inner(context), barrier: "task" });
  return {
    type: "task",
    id: idNode,
    body: bodyNode,
    site: analysis.site(form.span, "task"),
    awaits: true,
  };
}
