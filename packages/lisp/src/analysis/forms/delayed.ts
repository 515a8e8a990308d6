// Analyzes forms whose body becomes a function without parameters for a builtin: `delay` calls it
// later, `with-out-str` right away. Also rewrites `time` and `doto`.

import type { Form } from "@ptc/parser";
import type { Builtin } from "../../builtins/builtin.ts";
import { makeDelay } from "../../builtins/program/delays.ts";
import { captureOutput } from "../../builtins/text/captured-output.ts";
import { functionNode } from "../analyze-function.ts";
import type { Analysis } from "../analysis.ts";
import type { Node } from "../core-tree.ts";
import { callOf, coreCall, hiddenName, listForm, nilForm, vectorForm } from "../form-builders.ts";
import type { ListForm } from "../form-tools.ts";
import { inner, type Context } from "../scope.ts";

type Handler = (
  analysis: Analysis,
  form: ListForm,
  args: readonly Form[],
  context: Context,
) => Node;

function givingBodyTo(builtin: Builtin): Handler {
  return (analysis, form, args, context) => {
    const { span } = form;
    const body = functionNode(
      analysis,
      span,
      undefined,
      [vectorForm(span), ...args],
      inner(context),
      false,
    );
    return {
      type: "builtin-call",
      builtin,
      args: [body],
      site: analysis.site(span, builtin.name),
      awaits: builtin.row.callsFunctions === true,
    };
  };
}

/** Analyzes `(delay body…)`. */
export const analyzeDelay: Handler = /* @__PURE__ */ givingBodyTo(makeDelay);

/** Analyzes `(with-out-str body…)`. */
export const analyzeWithOutStr: Handler = /* @__PURE__ */ givingBodyTo(captureOutput);

/** Rewrites `(doto x (f a) g)` to `(f x a)`, `(g x)` and then `x`. */
export function rewriteDoto(
  _: Analysis,
  form: ListForm,
  [value = nilForm(form.span), ...calls]: readonly Form[],
): Form {
  const { span } = form;
  const name = hiddenName("doto", span);
  const called = calls.map((call): Form => {
    const [head, ...args] = call.type === "list" ? call.items : [];
    return head === undefined
      ? listForm(call.span, call, name)
      : { type: "list", items: [head, name, ...args], span: call.span };
  });
  return callOf("let", span, [vectorForm(span, name, value), ...called, name]);
}

/** Rewrites `(time expression)`, which prints the elapsed time of the run's clock. */
export function rewriteTime(
  _: Analysis,
  form: ListForm,
  [expression = nilForm(form.span)]: readonly Form[],
): Form {
  const { span } = form;
  const [start, value] = [hiddenName("start", span), hiddenName("timed", span)];
  const text = (part: string): Form => ({ type: "string", value: part, span });
  const now = listForm(span, {
    type: "symbol",
    namespace: "System",
    name: "currentTimeMillis",
    span,
  });
  const elapsed = coreCall("-", span, now, start);
  return coreCall(
    "let",
    span,
    vectorForm(span, start, now, value, expression),
    coreCall("prn", span, coreCall("str", span, text("Elapsed time: "), elapsed, text(" msecs"))),
    value,
  );
}
