// Rewrites `dotimes` and `while` to `loop`.

import type { Form } from "@ptc/parser";
import type { Analysis } from "../analysis.ts";
import { invalidBinding } from "../analysis-error.ts";
import { callOf, coreCall, hiddenName, nilForm, vectorForm } from "../form-builders.ts";
import { plainName, type ListForm } from "../form-tools.ts";
import type { Node } from "../core-tree.ts";

export function rewriteDotimes(
  analysis: Analysis,
  form: ListForm,
  [vector, ...body]: readonly Form[],
): Form | Node {
  const [name, count] = vector?.type === "vector" ? vector.items : [];
  if (
    vector?.type !== "vector" ||
    name === undefined ||
    count === undefined ||
    vector.items.length !== 2 ||
    plainName(name) === undefined
  ) {
    return analysis.report(
      invalidBinding(
        "dotimes",
        "expected one name and a count in a vector",
        form.span,
        "write (dotimes [i 3] …)",
      ),
    );
  }
  const { span } = form;
  const end = hiddenName("end", vector.span);
  const next = coreCall("recur", span, coreCall("inc", span, name));
  return coreCall(
    "let",
    span,
    vectorForm(span, end, coreCall("long", count.span, count)),
    coreCall(
      "loop",
      span,
      vectorForm(span, name, { type: "number", value: 0, span }),
      coreCall("if", span, coreCall("<", span, name, end), callOf("do", span, [...body, next])),
    ),
  );
}

export function rewriteWhile(
  _: Analysis,
  form: ListForm,
  [test = nilForm(form.span), ...body]: readonly Form[],
): Form {
  const { span } = form;
  return coreCall(
    "loop",
    span,
    vectorForm(span),
    coreCall("if", span, test, callOf("do", span, [...body, coreCall("recur", span)])),
  );
}
