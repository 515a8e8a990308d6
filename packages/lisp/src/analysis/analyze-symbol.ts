// Resolves a symbol used as a value: to a local, the context, the history, a name of the program or
// a builtin.

import type { Form } from "@ptc/parser";
import { VarReference } from "../functions/var-reference.ts";
import { isDiscovery } from "./analyze-tool-call.ts";
import type { Analysis } from "./analysis.ts";
import { mistake } from "./mistakes.ts";
import { coreCall, hiddenName, listForm, vectorForm } from "./form-builders.ts";
import { symbolText, type SymbolForm } from "./form-tools.ts";
import { isOperator } from "./operators.ts";
import { isSpecialForm } from "./special-forms.ts";
import { findName, type Context } from "./scope.ts";
import type { Node } from "./core-tree.ts";

const historyNames: ReadonlyMap<string, number> = new Map([
  ["*1", 0],
  ["*2", 1],
  ["*3", 2],
]);

/** Analyzes a symbol in value position. */
export function analyzeSymbol(analysis: Analysis, written: SymbolForm, context: Context): Node {
  const form = analysis.meant(written, context);
  if (form.namespace !== undefined) return qualifiedSymbol(analysis, form, form.namespace, context);
  const site = analysis.site(form.span, form.name);
  const local = findName(context.names, form.name);
  if (local !== undefined) return context.scope.reference(local, site);
  if (analysis.isGlobal(form.name)) {
    if (analysis.builtins.has(form.name) || isSpecialForm(form.name))
      context.scope.shadowed.add(form.name);
    return { type: "global", name: form.name, site, awaits: false };
  }
  const index = historyNames.get(form.name);
  if (index !== undefined) return { type: "history", index, site, awaits: false };
  const builtin = analysis.builtin(form.name);
  if (builtin !== undefined) {
    if (isOperator(form.name)) analysis.oddForms++;
    return analysis.constant(builtin.row.constant ?? builtin, form.span);
  }
  return analysis.report(mistake("unresolved", analysis, form, context, false));
}

/** Analyzes `#'name`: a var for a value of the program, the function itself for a builtin. */
export function analyzeVar(analysis: Analysis, form: Form, context: Context): Node {
  const name =
    form.type === "symbol" && (form.namespace === undefined || form.namespace === "user")
      ? form.name
      : undefined;
  if (name !== undefined && analysis.isGlobal(name))
    return analysis.constant(new VarReference(name), form.span);
  return analysis.analyze(form, context);
}

function qualifiedSymbol(
  analysis: Analysis,
  form: SymbolForm,
  namespace: string,
  context: Context,
): Node {
  const site = analysis.site(form.span, symbolText(form));
  if (namespace === "data") {
    return analysis.contextNames?.has(form.name) === false
      ? analysis.report(mistake("missingField", analysis, form))
      : { type: "data", name: form.name, site, awaits: false };
  }
  if (namespace === "tool" && !isDiscovery(analysis, form))
    return toolAsValue(analysis, form, context);
  if (namespace === "user" && analysis.isGlobal(form.name))
    return { type: "global", name: form.name, site, awaits: false };
  const builtin = analysis.builtin(symbolText(form));
  if (builtin?.row.awaits === true) analysis.hasEffects = true;
  if (builtin?.row.standsForCall === true)
    return { type: "builtin-call", builtin, args: [], site, awaits: false };
  if (builtin !== undefined) return analysis.constant(builtin.row.constant ?? builtin, form.span);
  return (
    analysis.libraries?.value(analysis, form, context) ??
    analysis.report(mistake("unresolvedQualified", analysis, form, namespace))
  );
}

/**
 * Analyzes a tool used as a function, as in `(pmap tool/fetch [{:id 1} {:id 2}])`. It takes a map
 * of arguments.
 */
function toolAsValue(analysis: Analysis, form: SymbolForm, context: Context): Node {
  if (analysis.findTool(form.name) === undefined)
    return analysis.report(mistake("unknownTool", analysis, form));
  const { span } = form;
  const args = hiddenName("arguments", span);
  const none = listForm(span, vectorForm(span), listForm(span, form));
  const one = listForm(span, vectorForm(span, args), listForm(span, form, args));
  return analysis.analyze(coreCall("fn", span, none, one), context);
}
