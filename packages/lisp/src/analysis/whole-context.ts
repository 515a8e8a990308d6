// Detects `(:orders data)`, `(get data :orders)` and `(get-in data [:orders …])` if `data` isn't a
// name of the program. The context is read field by field instead: `data/orders`. The error loads
// lazily.

import type { Form } from "@ptc/parser";
import type { Analysis } from "./analysis.ts";
import type { Node } from "./core-tree.ts";
import { plainName, type ListForm } from "./form-tools.ts";
import { unloadedForm } from "./lazy-form.ts";
import { findName, type Context } from "./scope.ts";

/** Returns the node of such a form, which is a mistake, or undefined for every other form. */
export function readOfWholeContext(
  analysis: Analysis,
  form: ListForm,
  operation: string,
  args: readonly Form[],
  context: Context,
): Node | undefined {
  if (analysis.contextNames === undefined || !isUnboundData(analysis, args[0], context))
    return undefined;
  if (analysis.lazyForms === undefined) return unloadedForm(analysis, form, args);
  const error = analysis.lazyForms.fieldOfData(analysis, operation, args);
  return error === undefined ? undefined : analysis.report(error);
}

function isUnboundData(analysis: Analysis, form: Form | undefined, context: Context): boolean {
  return (
    plainName(form) === "data" &&
    findName(context.names, "data") === undefined &&
    !analysis.isGlobal("data")
  );
}
